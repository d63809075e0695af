import { lazy, Suspense, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Switch } from '@/components/ui/checkbox'
import { useResendVerification, useSubscribe } from '@/features/auth'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { storedText } from '@/lib/i18n/zh-Hans/stored'
import { toast } from '@/stores/toasts'
import { DeleteDialog } from './delete-dialog'
import { EmailDialog } from './email-dialog'
import { PasskeySection } from './passkey-section'
import { PasswordDialog } from './password-dialog'
import { TotpRow } from './totp-row'
import ui from '@/components/ui/ui.module.css'
import settingsFrameCss from './settings-frame.module.css'
import settingsRowCss from './settings-row.module.css'

const LinksSection = lazy(() => import('./links-section').then(({ LinksSection }) => ({ default: LinksSection })))
const LetterRows = lazy(() => import('./letter-rows'))
const TextPictures = lazy(() => import('./text-pictures'))

type Opened = 'email' | 'password' | 'delete' | 'pictures'

type Props = {
  user: OwnUser
  /** The provider that was just linked, or why none was. */
  linked?: string | undefined
  fault?: string | undefined
  onSaid: () => void
}

/** Sign-in methods, e-mail address and deletion of the account. */
export function AccountPage({ user, linked, fault, onSaid }: Props) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const resend = useResendVerification()
  const subscribe = useSubscribe()
  const again = () => {
    void resend
      .mutateAsync()
      .then(() => toast(t.resent, t.resentText(user.email_pending ?? user.email ?? '')))
      .catch((error: unknown) => toast(t.resendFailed, error instanceof ApiError ? error.description : siteText.unknownError, 'error'))
  }
  return (
    <>
      <header className={settingsRowCss.head}>
        <h1>{t.pages.account}</h1>
      </header>
      <Card id="sign-in-title" title={t.signInSection}>
        <div className={settingsRowCss.rows}>
          <div className={cn(settingsRowCss.root, settingsFrameCss.wrap)}>
            <span>
              <b>
                {t.email}
                {user.email ? (
                  <Badge tone={user.email_verified ? 'ok' : 'warn'}>{user.email_verified ? t.emailVerified : t.emailUnverified}</Badge>
                ) : null}
              </b>
              <small className={ui.break}>{user.email ?? t.emailNone}</small>
              {user.email_pending ? <small className={ui.break}>{t.emailPending(user.email_pending)}</small> : null}
            </span>
            <span className={ui.row}>
              {user.email_pending || (user.email && !user.email_verified) ? (
                <Button size="sm" loading={resend.isPending} onClick={again}>
                  {t.resend}
                </Button>
              ) : null}
              <Button size="sm" kind={user.email ? 'plain' : 'primary'} onClick={() => setOpened('email')}>
                {user.email ? t.emailChange : t.emailAdd}
              </Button>
            </span>
          </div>
          <div className={cn(settingsRowCss.root, settingsFrameCss.wrap)}>
            <span>
              <b>{t.password}</b>
              <small>{user.has_password ? t.passwordHint : t.passwordNone}</small>
            </span>
            <Button size="sm" onClick={() => setOpened('password')}>
              {user.has_password ? t.passwordChange : t.passwordSet}
            </Button>
          </div>
          <TotpRow user={user} />
        </div>
      </Card>
      <PasskeySection user={user} />
      <Suspense>
        <LinksSection linked={linked} fault={fault} onSaid={onSaid} />
      </Suspense>
      <Card id="mail-title" title={t.mailSection}>
        <div className={settingsRowCss.rows}>
          <div className={settingsRowCss.root}>
            <span>
              <b>{t.news}</b>
              <small>{t.newsHint}</small>
            </span>
            <Switch
              checked={subscribe.isPending ? subscribe.variables : (user.subscribed ?? false)}
              onChange={(event) => subscribe.mutate(event.target.checked)}
            >
              <span className={ui.visuallyHidden}>{t.news}</span>
            </Switch>
          </div>
          <Suspense>
            <LetterRows />
          </Suspense>
        </div>
      </Card>
      <Card id="pictures-title" title={storedText.pictures}>
        <div className={cn(settingsRowCss.root, settingsFrameCss.wrap)}>
          <span>
            <small>{storedText.picturesHint}</small>
          </span>
          <Button size="sm" onClick={() => setOpened('pictures')}>
            {storedText.manage}
          </Button>
        </div>
      </Card>
      <Card id="leave-title" title={t.leaveSection}>
        <div className={cn(settingsRowCss.root, settingsFrameCss.wrap)}>
          <span>
            <b>{t.leave}</b>
            <small>{t.leaveHint}</small>
          </span>
          <Button size="sm" danger onClick={() => setOpened('delete')}>
            {t.leave}
          </Button>
        </div>
      </Card>
      {opened === 'email' ? <EmailDialog user={user} onClose={close} /> : null}
      {opened === 'password' ? <PasswordDialog user={user} onClose={close} /> : null}
      {opened === 'pictures' ? (
        <Suspense>
          <TextPictures onClose={close} />
        </Suspense>
      ) : null}
      {opened === 'delete' ? <DeleteDialog user={user} onClose={close} /> : null}
    </>
  )
}
