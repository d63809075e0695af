import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText } from '@/lib/i18n/zh-Hans/account'
import { passkeyText as t } from '@/lib/i18n/zh-Hans/passkey'
import { belongsTo, isAddress } from '@/lib/passkey-place'
import { toast } from '@/stores/toasts'
import { passkeysQuery, useRequirePasskey, type Passkey, type Passkeys } from '../passkey-api'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs'
import { RecoveryCodes } from './recovery-codes'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './passkey-section.module.css'
import settingsRowCss from './settings-row.module.css'

/** Why passkeys cannot be used on this page, with the address where they can; undefined: they can. */
function offHere({ host, url }: Passkeys): { text: string; url?: string } | undefined {
  const here = location.hostname
  if (!host) return { text: isAddress(new URL(url).hostname.replace(/^\[|\]$/g, '')) ? t.offSiteAddress : t.offSecure }
  if (!belongsTo(here, host)) return { text: isAddress(here.replace(/^\[|\]$/g, '')) ? t.offAddress(here) : t.offHost(host), url }
  if (!('PublicKeyCredential' in globalThis)) return { text: t.offBrowser }
  return undefined
}

/** The passkeys of the account. */
export function PasskeySection({ user }: { user: OwnUser }) {
  const passkeys = useQuery(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const data = passkeys.data
  const off = data ? offHere(data) : undefined
  const full = data !== undefined && data.passkeys.length >= data.most
  const add = (
    <Button kind="primary" size="sm" disabled={full} onClick={() => setAdding(true)}>
      <Plus className={ui.icon} aria-hidden />
      {t.add}
    </Button>
  )
  return (
    <section className={ui.card} aria-labelledby="passkeys-title">
      <header className={ui.cardHead}>
        <h2 id="passkeys-title" className={ui.heading}>
          {t.title}
        </h2>
        <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
        <span className={ui.cardEnd}>{data && data.passkeys.length > 0 && !off ? add : null}</span>
      </header>
      {passkeys.isError ? (
        <ErrorCard className={ui.around16} error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : !data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={64} />
        </Loading>
      ) : (
        <>
          {off ? (
            <Note
              className={ui.around16}
              tone="warn"
              actions={
                off.url ? (
                  <a className={buttonClass({ size: 'sm' })} href={`${off.url}/settings/account`}>
                    {t.open(off.url)}
                  </a>
                ) : null
              }
            >
              {off.text}
            </Note>
          ) : null}
          {data.passkeys.length > 0 ? (
            <PasskeyList data={data} />
          ) : off ? null : (
            <Empty icon={Fingerprint} level={3} title={t.none} hint={t.noneHint}>
              {add}
            </Empty>
          )}
          {full && !off ? <p className={cn(ui.small, ui.around16)}>{t.full(data.most)}</p> : null}
          {data.required || (data.passkeys.some((one) => !one.suspect) && !user.has_totp && !off) ? <StepRow data={data} /> : null}
        </>
      )}
      {adding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function PasskeyList({ data }: { data: Passkeys }) {
  const [opened, setOpened] = useState<{ task: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ul>
        {data.passkeys.map((passkey) => (
          <li key={passkey.id} className={css.row}>
            <Fingerprint className={ui.icon20} aria-hidden />
            <div>
              <b>
                {passkey.name}
                {passkey.synced ? <Badge>{t.synced}</Badge> : null}
                {passkey.suspect ? <Badge tone="warn">{t.suspect}</Badge> : null}
              </b>
              <small>
                {passkey.suspect ? <span>{t.suspectHint}</span> : null}
                <span>
                  {t.created} <Ago time={passkey.created} />
                </span>
                <span>
                  {passkey.last_used ? (
                    <>
                      {t.used} <Ago time={passkey.last_used} />
                    </>
                  ) : (
                    t.never
                  )}
                </span>
              </small>
            </div>
            <span className={css.actions}>
              <IconButton label={t.renameNamed(passkey.name)} size="sm" onClick={() => setOpened({ task: 'rename', passkey })}>
                <Pencil className={ui.icon14} aria-hidden />
              </IconButton>
              <IconButton label={t.removeNamed(passkey.name)} size="sm" danger onClick={() => setOpened({ task: 'remove', passkey })}>
                <Trash2 className={ui.icon14} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {opened?.task === 'rename' ? <RenamePasskey passkey={opened.passkey} onClose={close} /> : null}
      {opened?.task === 'remove' ? (
        <RemovePasskey passkey={opened.passkey} ends={data.required && data.passkeys.length === 1} onClose={close} />
      ) : null}
    </>
  )
}

/** Whether a sign-in with the password needs a passkey too. */
function StepRow({ data }: { data: Passkeys }) {
  const require = useRequirePasskey()
  const [codes, setCodes] = useState<readonly string[]>([])
  const change = (required: boolean) =>
    require.mutate(required, {
      onSuccess: ({ backup_codes }) => {
        setCodes(backup_codes)
        toast(required ? t.stepOn : t.stepOff)
      },
    })
  return (
    <div className={cn(settingsRowCss.root, css.step)}>
      <span>
        <b>{t.step}</b>
        <small>{t.stepHint}</small>
      </span>
      <Switch
        checked={require.isPending ? require.variables : data.required}
        disabled={require.isPending}
        onChange={(event) => change(event.target.checked)}
      >
        <span className={ui.visuallyHidden}>{t.step}</span>
      </Switch>
      {codes.length > 0 ? (
        <Dialog open onOpenChange={() => setCodes([])} title={accountText.codesTitle}>
          <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
        </Dialog>
      ) : null}
    </div>
  )
}
