import { PartyPopper } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import type { OwnUser } from '@/lib/api/types'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSubscribe } from '../api'
import { AuthCard } from './auth-card'
import { Playing } from './playing'
import { Terms } from './terms'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** The first page of a new account. */
export function Welcome({ user, back }: { user: OwnUser; back: string }) {
  const subscribe = useSubscribe()
  const wanted = subscribe.isPending ? subscribe.variables : (user.subscribed ?? false)
  return (
    <AuthCard title={t.welcomeTitle(user.username)} icon={PartyPopper} tone="ok">
      <div className={authFormCss.root}>
        <p className={ui.muted}>{t.welcomeLead}</p>
        {user.email && !user.email_verified ? <p className={ui.muted}>{t.welcomeMail(user.email)}</p> : null}
        <Checkbox checked={wanted} onChange={(event) => subscribe.mutate(event.target.checked)}>
          {t.subscribe}
        </Checkbox>
        <Playing />
        <AddressLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} href={back}>
          {t.welcomeGo}
        </AddressLink>
        <Terms before={t.termsBeforeUse} />
      </div>
    </AuthCard>
  )
}
