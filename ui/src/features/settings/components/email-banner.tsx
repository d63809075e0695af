import { useRouterState } from '@tanstack/react-router'
import { MailWarning, X } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { useResendVerification } from '@/features/auth'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { readLocal, writeLocal } from '@/lib/storage'
import { toast } from '@/stores/toasts'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'

const KEY = 'modyard.mail-banner'
const QUIET_MS = 7 * 24 * 60 * 60 * 1000

/** Whether this address's banner was closed in the last seven days. */
function closed(address: string): boolean {
  const kept = readLocal(KEY)
  if (!kept || typeof kept !== 'object') return false
  const { of, time } = kept as { of?: unknown; time?: unknown }
  return of === address && typeof time === 'number' && Math.abs(Date.now() - time) < QUIET_MS
}

/** For those whose account has no address, or one that nobody has verified; not where the page itself says so. */
export function EmailBanner({ user }: { user: OwnUser }) {
  const resend = useResendVerification()
  const told = useRouterState({ select: (state) => /^\/(auth\/|settings\/account)/.test(state.location.pathname) })
  const address = `${user.id} ${user.email ?? ''}`
  const [hidden, setHidden] = useState(() => closed(address))
  if (told || hidden) return null
  const close = () => {
    writeLocal(KEY, { of: address, time: Date.now() })
    setHidden(true)
  }
  const again = () => {
    void resend
      .mutateAsync()
      .then(() => toast(t.resent, t.resentText(user.email ?? '')))
      .catch((error: unknown) => toast(t.resendFailed, error instanceof ApiError ? error.description : siteText.unknownError, 'error'))
  }
  return (
    <div className={cn(noteCss.root, noteCss.warn)} role="status">
      <MailWarning className={ui.icon} aria-hidden />
      <span className={cn(ui.grow, ui.hideS)}>{user.email ? t.bannerUnverified(user.email) : t.bannerNone}</span>
      <span className={cn(ui.grow, ui.onlyS)}>{user.email ? t.bannerUnverifiedShort : t.bannerNoneShort}</span>
      {user.email ? (
        <Button size="xs" loading={resend.isPending} disabled={resend.isSuccess} onClick={again}>
          {resend.isSuccess ? t.resent : t.resend}
        </Button>
      ) : (
        <PathLink className={buttonClass({ size: 'xs' })} to="/settings/$page" params={{ page: 'account' }}>
          {t.emailAdd}
        </PathLink>
      )}
      <IconButton label={t.bannerClose} kind="quiet" size="xs" onClick={close}>
        <X className={ui.icon14} aria-hidden />
      </IconButton>
    </div>
  )
}
