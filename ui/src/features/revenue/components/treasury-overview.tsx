import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DataTable } from '@/components/ui/data-table'
import { Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { centsOf, formatCents } from '@/lib/money'
import { usePause } from '../treasury-commands'
import type { TreasurySearch } from '../search'
import { sourceName } from '../model/words'
import type { Treasury, TrialLine } from '../treasury-types'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.overview

const places: Record<keyof Treasury['waiting'], TreasurySearch> = {
  payouts: { tab: 'payouts' },
  held: { tab: 'payouts', list: 'held' },
  unclear: { tab: 'payouts', list: 'unclear' },
  manual: { tab: 'payouts', list: 'manual' },
  entries: { tab: 'income' },
  corrections: { tab: 'corrections' },
  frozen: { tab: 'frozen' },
}
const order = ['payouts', 'held', 'unclear', 'manual', 'entries', 'corrections', 'frozen'] as const

/** What waits, whether money is sent, and the trial balance. */
export function TreasuryOverview({ treasury }: { treasury: Treasury }) {
  return (
    <div className={ui.splitSide}>
      <div className={ui.pile}>
        {treasury.restored ? <Note tone="bad">{t.restored}</Note> : null}
        <section className={ui.card} aria-label={t.waiting}>
          <div className={ui.cardHead}>
            <h2>{t.waiting}</h2>
          </div>
          <ul className={css.waits}>
            {order.map((one) => {
              const count = treasury.waiting[one]
              return (
                <li key={one}>
                  <PathLink to="/moderation/revenue" search={places[one]}>
                    <span>{t.waits[one]}</span>
                    <b className={count > 0 && one === 'unclear' ? ui.bad : undefined}>{formatExact(count)}</b>
                  </PathLink>
                </li>
              )
            })}
          </ul>
        </section>
        <Trial treasury={treasury} />
      </div>
      <div className={ui.pile}>
        <Switch paused={treasury.paused} />
        {treasury.alone ? <Note>{revenueStaffText.alone}</Note> : null}
      </div>
    </div>
  )
}

function Switch({ paused }: { paused: boolean }) {
  const [asking, setAsking] = useState(false)
  const change = usePause()
  return (
    <section className={ui.card} aria-label={t.withdrawing}>
      <div className={ui.cardHead}>
        <h2>{t.withdrawing}</h2>
      </div>
      <div className={css.body}>
        <Note tone={paused ? 'warn' : 'ok'}>{paused ? t.paused : t.open}</Note>
        <div>
          <Button danger={!paused} kind={paused ? 'primary' : 'plain'} onClick={() => setAsking(true)}>
            {paused ? t.resume : t.pause}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={paused ? t.resumeTitle : t.pauseTitle}
        text={paused ? t.resumeNote : t.pauseNote}
        action={paused ? t.resume : t.pause}
        busy={change.isPending}
        onConfirm={() => {
          // The reason is asked for in a dialog of its own.
          setAsking(false)
          change.mutate(!paused)
        }}
      />
    </section>
  )
}

const nameOf = ({ kind, id }: TrialLine): string => (id ? `${t.kinds[kind]} · ${sourceName(id)}` : t.kinds[kind])

function Trial({ treasury: { balance, currency, position } }: { treasury: Treasury }) {
  const sum = (side: 1 | -1) => balance.reduce((all, { amount }) => all + Math.max(0, side * centsOf(amount)), 0)
  // Amounts are floored to cents, each by less than one.
  const off = Math.abs(sum(1) - sum(-1))
  const cell = (cents: number) => (cents > 0 ? formatCents(cents, currency) : null)
  return (
    <section className={cn(ui.card, ui.cut)} aria-label={t.balance}>
      <div className={ui.cardHead}>
        <h2>{t.balance}</h2>
        <small className={ui.small}>{t.position(formatExact(position))}</small>
        <span className={ui.cardEnd}>
          {off <= balance.length ? <Badge tone="ok">{t.balanceNote}</Badge> : <Badge tone="bad">{t.broken}</Badge>}
        </span>
      </div>
      {/* What scrolls can be scrolled by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
      <div className={tableCss.scroll} role="group" aria-label={t.balance} tabIndex={0}>
        <DataTable className={tableCss.root} columns={[t.account, t.accounts, t.debit, t.credit]}>
          {balance.map((line) => (
            <tr key={`${line.kind} ${line.id}`}>
              <th scope="row">{nameOf(line)}</th>
              <td>{formatExact(line.accounts)}</td>
              <td>{cell(centsOf(line.amount))}</td>
              <td>{cell(-centsOf(line.amount))}</td>
            </tr>
          ))}
          <tr className={css.sum}>
            <th scope="row">{t.sum}</th>
            <td />
            <td>{formatCents(sum(1), currency)}</td>
            <td>{formatCents(sum(-1), currency)}</td>
          </tr>
        </DataTable>
      </div>
    </section>
  )
}
