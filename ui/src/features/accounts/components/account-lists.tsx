import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Ago } from '@/components/ui/time'
import { formatExact } from '@/lib/format'
import { accountText } from '@/lib/i18n/zh-Hans/account'
import { reportText } from '@/lib/i18n/zh-Hans/report'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { formatZoned } from '@/lib/zoned'
import type { StaffAccount, StaffReport } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './accounts.module.css'

/** The sessions of an account, without their networks. */
export function Sessions({ sessions }: { sessions: StaffAccount['sessions'] }) {
  return (
    <Lines id="staff-sessions" title={t.sessions} none={t.noSessions}>
      {sessions.map((one) => (
        <li key={one.id}>
          <div>
            <span className={ui.clip2} title={one.user_agent}>
              {accountText.place(one.os ?? accountText.osUnknown, one.platform ?? accountText.platformUnknown)}
            </span>
            <small>
              {t.lastUsed} <Ago time={one.last_used} /> · {t.begun} <Ago time={one.created} />
              {one.method ? ` · ${t.methods[one.method]}` : ''}
            </small>
          </div>
        </li>
      ))}
    </Lines>
  )
}

/** The access tokens of an account, without their secrets. */
export function Tokens({ tokens }: { tokens: StaffAccount['tokens'] }) {
  return (
    <Lines id="staff-tokens" title={t.tokens} none={t.noTokens}>
      {tokens.map((one) => (
        <li key={one.id}>
          <div>
            <span className={ui.clip}>{one.name}</span>
            <small suppressHydrationWarning>
              {[t.scopes(formatExact(countBits(one.scopes))), t.expires(formatZoned(one.expires))].join(' · ')} ·{' '}
              {one.last_used ? (
                <>
                  {t.lastUsed} <Ago time={one.last_used} />
                </>
              ) : (
                t.neverUsed
              )}
            </small>
          </div>
          {one.revoked ? <Badge>{t.revoked}</Badge> : null}
        </li>
      ))}
    </Lines>
  )
}

/** The number of bits that are set; scopes have more than 32. */
export function countBits(scopes: number): number {
  let count = 0
  for (let rest = scopes; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

/** The newest reports by or about an account. */
export function Reports({ title, list, none }: { title: string; list: readonly StaffReport[]; none: string }) {
  return (
    <Lines id={`staff-reports-${title}`} title={title} none={none}>
      {list.map((one) => (
        <li key={one.id}>
          <div>
            <PathLink className={ui.link} to="/moderation/report/$id" params={{ id: one.id }}>
              {reportText.itemTypes[one.item_type]} · {reportText.reasons[one.report_type]}
            </PathLink>
            <small>
              {one.reporter ? `${t.reportedBy(one.reporter.username)} · ` : ''}
              <Ago time={one.created} />
            </small>
          </div>
          <Badge tone={one.closed ? 'neutral' : 'info'}>
            {one.result ? reportText.results[one.result] : reportText.stateOf[one.closed ? 'closed' : 'open']}
          </Badge>
        </li>
      ))}
    </Lines>
  )
}

function Lines({ id, title, none, children }: { id: string; title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={ui.card} aria-label={title} id={id}>
      <header className={ui.cardHead}>
        <h2 className={ui.heading}>{title}</h2>
      </header>
      {children.length > 0 ? <ul className={css.lines}>{children}</ul> : <p className={css.quiet}>{none}</p>}
    </section>
  )
}
