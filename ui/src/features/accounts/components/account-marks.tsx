import { Badge } from '@/components/ui/badge'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { formatZoned } from '@/lib/zoned'
import type { StaffUser } from '../api'
import css from './accounts.module.css'

/** The role of an account, and its rights beside it. */
export function RoleMarks({ user: { role, rights } }: { user: Pick<StaffUser, 'role' | 'rights'> }) {
  return (
    <span className={css.marks}>
      <Badge tone={role === 'developer' ? 'neutral' : 'accent'}>{t.roles[role]}</Badge>
      {rights.map((right) => (
        <Badge key={right} tone="info">
          {t.roles[right as 'analyst' | 'treasurer']}
        </Badge>
      ))}
    </span>
  )
}

/** Whether an account is open, and what is suspended. */
export function StateMarks({ user: { state, suspensions } }: { user: Pick<StaffUser, 'state' | 'suspensions'> }) {
  return (
    <span className={css.marks}>
      {state === 'open' && suspensions.length > 0 ? null : (
        <Badge tone={state === 'open' ? 'ok' : state === 'leaving' ? 'warn' : 'neutral'}>{t.states[state]}</Badge>
      )}
      {suspensions.map(({ kind, until }) => (
        <span key={kind} title={until ? t.untilAt(formatZoned(until)) : t.forever}>
          <Badge tone="bad">{t.suspendedAct(t.acts[kind])}</Badge>
        </span>
      ))}
    </span>
  )
}
