import { useQuery } from '@tanstack/react-query'
import { Ban, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorCard, Note } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { Pic } from '@/components/ui/pic'
import { auditQueries, AuditTable } from '@/features/audit/parts'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { formatZoned } from '@/lib/zoned'
import { toast } from '@/stores/toasts'
import { accountQueries, useLookAtAddress, useRestore, type StaffAccount, type Suspension } from '../api'
import { AccountActs, RoleCard } from './account-acts'
import { Reports, Sessions, Tokens } from './account-lists'
import { RoleMarks, StateMarks } from './account-marks'
import { SuspendDialog } from './suspend-dialog'
import keyValuesCss from '@/components/ui/key-values.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './accounts.module.css'

/** An account as the staff sees it: what it can be signed in with, its reports, sanctions and history, and what can be done. */
export function AccountScreen({ id, admin }: { id: string; admin: boolean }) {
  const { data: account, error, isError, refetch } = useQuery(accountQueries.one(id))
  if (isError) return <ErrorCard error={error} onRetry={() => void refetch()} />
  if (!account) return <ItemBones count={5} />
  // Moderators do not act on the staff, and nobody on themselves.
  const acts = !account.mine && account.state === 'open' && (admin || account.role === 'developer')
  return (
    <>
      <div className={pageHeadCss.root}>
        <Pic src={account.avatar_url} name={account.username} size={40} round />
        <h1>{account.username}</h1>
        <RoleMarks user={account} />
        <StateMarks user={account} />
        <span className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm' })} to="/user/$id/{-$kind}" params={{ id: account.id, kind: undefined }}>
            <ExternalLink className={ui.icon} aria-hidden />
            {t.publicPage}
          </PathLink>
        </span>
      </div>
      {account.leaving_until ? <Note tone="warn">{t.leaving(formatZoned(account.leaving_until))}</Note> : null}
      <div className={css.cards}>
        <Facts account={account} acts={acts || (admin && account.state === 'leaving')} />
        <Sanctions account={account} admin={admin} acts={acts} />
        {admin ? <RoleCard account={account} /> : null}
        {acts ? <AccountActs account={account} /> : null}
        <Sessions sessions={account.sessions} />
        <Tokens tokens={account.tokens} />
        <Reports
          title={t.reportsAbout(String(account.reports.about_count))}
          list={account.reports.about}
          none={account.mine ? t.hiddenReports : t.noReports}
        />
        <Reports title={t.reportsBy(String(account.reports.by_count))} list={account.reports.by} none={t.noReports} />
      </div>
      <History id={account.id} />
    </>
  )
}

function Facts({ account, acts }: { account: StaffAccount; acts: boolean }) {
  const look = useLookAtAddress(account.id)
  const email = account.has_email ? (account.email_verified ? 'verified' : 'unverified') : 'none'
  return (
    <Card id="facts-title" title={t.facts}>
      <dl className={cn(keyValuesCss.root, keyValuesCss.wide, css.facts)}>
        <dt>{t.id}</dt>
        <dd>{account.id}</dd>
        <dt>{t.created}</dt>
        <dd suppressHydrationWarning>{formatDateTime(account.created)}</dd>
        <dt>{t.email}</dt>
        <dd>
          {look.data ? (look.data.email ?? t.noEmail) : t.emailStates[email]}{' '}
          {acts && account.has_email && !look.data ? (
            <Button size="xs" title={t.lookHint} aria-description={t.lookHint} loading={look.isPending} onClick={() => look.mutate()}>
              {t.look}
            </Button>
          ) : null}
        </dd>
        <dt>{t.factor}</dt>
        <dd>{account.has_factor ? t.factorOn : t.factorOff}</dd>
        <dt>{t.bio}</dt>
        <dd>{account.bio || t.noBio}</dd>
      </dl>
    </Card>
  )
}

function Sanctions({ account, admin, acts }: { account: StaffAccount; admin: boolean; acts: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <section className={ui.card} aria-labelledby="sanctions-title">
      <header className={ui.cardHead}>
        <h2 id="sanctions-title" className={ui.heading}>
          {t.sanctions}
        </h2>
        <span className={ui.cardEnd}>
          {acts && account.role === 'developer' ? (
            <Button size="sm" danger onClick={() => setAsking(true)}>
              <Ban className={ui.icon14} aria-hidden />
              {t.suspend}
            </Button>
          ) : null}
        </span>
      </header>
      {account.suspensions.length > 0 ? (
        <ul className={css.lines}>
          {account.suspensions.map((one) => (
            <Sanction key={one.kind} id={account.id} suspension={one} acts={acts && (admin || one.kind !== 'sign_in')} />
          ))}
        </ul>
      ) : (
        <p className={css.quiet}>{t.noSanctions}</p>
      )}
      {asking ? <SuspendDialog user={account} admin={admin} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

function Sanction({ id, suspension, acts }: { id: string; suspension: Suspension; acts: boolean }) {
  const restore = useRestore(id)
  const { kind, since, until, reason_code: code, reason } = suspension
  return (
    <li>
      <div>
        <Badge tone="bad">{t.suspendedAct(t.acts[kind])}</Badge>
        <small suppressHydrationWarning>
          {[t.since(formatDateTime(since)), until ? t.untilAt(formatZoned(until)) : t.forever].join(' · ')}
        </small>
        <small>{[reasonText.name(code), reason].filter(Boolean).join('，')}</small>
      </div>
      {acts ? (
        <Button
          size="sm"
          aria-label={t.restoreNamed(t.acts[kind])}
          loading={restore.isPending}
          onClick={() => restore.mutate(kind, { onSuccess: () => toast(t.restored) })}
        >
          {t.restore}
        </Button>
      ) : null}
    </li>
  )
}

/** What happened to the account, from the log. */
function History({ id }: { id: string }) {
  const filters = { subject: id }
  const { data } = useQuery(auditQueries.page(filters))
  const entries = data?.entries ?? []
  return (
    <section className={cn(ui.card, queueCss.root, ui.above16)} aria-labelledby="account-history-title">
      <header className={ui.cardHead}>
        <h2 id="account-history-title" className={ui.heading}>
          {t.history}
        </h2>
        <span className={ui.cardEnd}>
          <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={filters}>
            {t.allHistory}
          </PathLink>
        </span>
      </header>
      {entries.length > 0 ? <AuditTable entries={entries} filters={filters} /> : <p className={css.quiet}>{data ? t.noHistory : ''}</p>}
    </section>
  )
}
