import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { revenueText } from '@/lib/i18n/zh-Hans/revenue'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { isEnded } from '../api'
import { secondProblem } from '../model/second'
import { usePayoutStep } from '../treasury-commands'
import type { TreasuryPayout } from '../treasury-types'
import { JudgeDialog } from './judge-dialog'
import { PayoutBadge } from './payout-badge'
import { PayoutTimeline } from './payout-timeline'
import { Person } from './person'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.payouts

type CardProps = { payout: TreasuryPayout; currency: string; alone: boolean }

/** A withdrawal with what treasurers do about it. */
export function TreasuryPayoutCard({ payout, currency, alone }: CardProps) {
  const [open, setOpen] = useState(false)
  return (
    <li className={cn(ui.card, ui.cardPad, css.card)}>
      <div className={css.head}>
        <b className={css.amount}>{formatMoney(payout.amount, currency)}</b>
        <span className={ui.small}>{payout.fee === null ? null : t.fee(formatMoney(payout.fee, currency))}</span>
        <PayoutBadge payout={payout} />
      </div>
      <dl className={keyValuesCss.root}>
        <dt>{t.who}</dt>
        <dd>
          <Person user={payout.user} />
        </dd>
        <dt>{t.to}</dt>
        <dd className={ui.break}>{[payout.method_name || revenueText.transfers.gone, payout.method_address].filter(Boolean).join(' ')}</dd>
        <dt>{t.when}</dt>
        <dd>
          <Ago time={payout.created} />
        </dd>
        {payout.since ? (
          <>
            <dt>{t.sentAt}</dt>
            <dd>
              <Ago time={payout.since} /> <span className={ui.small}>{t.attempts(payout.attempts)}</span>
            </dd>
          </>
        ) : null}
        {payout.reason ? (
          <>
            <dt>{revenueText.detail.reason}</dt>
            <dd className={ui.break}>{payout.reason}</dd>
          </>
        ) : null}
      </dl>
      {payout.needs > 0 && payout.state === 'waiting' ? (
        <p className={ui.small}>
          {t.needs(payout.needs)}
          {payout.approvals.length > 0 ? ` · ${t.approvedBy(payout.approvals.map(({ username }) => username).join('、'))}` : null}
        </p>
      ) : null}
      {payout.proposed === 'success' || payout.proposed === 'failed' ? (
        <Note tone="warn">{t.proposed(t.ends[payout.proposed], payout.proposed_by?.username ?? revenueStaffText.gone)}</Note>
      ) : null}
      {open ? <PayoutTimeline steps={payout.timeline} /> : null}
      <div className={css.actions}>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.details}
        </Button>
        {isEnded(payout) ? null : <Actions payout={payout} alone={alone} />}
      </div>
    </li>
  )
}

function Actions({ payout, alone }: { payout: TreasuryPayout; alone: boolean }) {
  const [judging, setJudging] = useState(false)
  const me = useSession()?.id
  const step = usePayoutStep()
  const own = payout.user !== null && payout.user.id === me ? revenueStaffText.ownWallet : undefined
  const approved = payout.approvals.some(({ id }) => id === me) ? revenueStaffText.second : undefined
  const proposedAt = payout.timeline.findLast(({ kind }) => kind === 'end-proposed')?.at ?? null
  const second = payout.proposed ? secondProblem({ by: payout.proposed_by, at: proposedAt }, me, alone) : undefined
  const run = (name: 'approve' | 'hold' | 'release', said: string) => () =>
    step.mutate({ id: payout.id, step: name }, { onSuccess: () => toast(said) })
  const sent = payout.attempts > 0
  return (
    <>
      {payout.state === 'held' ? (
        <Button kind="primary" disabled={step.isPending || own !== undefined} title={own} onClick={run('release', t.released)}>
          {t.release}
        </Button>
      ) : sent ? null : (
        <Button disabled={step.isPending} onClick={run('hold', t.held)}>
          {t.hold}
        </Button>
      )}
      {payout.state === 'waiting' ? (
        <Button
          kind="primary"
          disabled={step.isPending || (own ?? approved) !== undefined}
          title={own ?? approved}
          aria-description={own ?? approved}
          onClick={run('approve', t.approved)}
        >
          {t.approve}
        </Button>
      ) : null}
      {sent ? (
        <Button
          disabled={(own ?? second) !== undefined}
          title={own ?? second}
          aria-description={own ?? second}
          onClick={() => setJudging(true)}
        >
          {t.judge}
        </Button>
      ) : null}
      <JudgeDialog payout={payout} open={judging} onOpenChange={setJudging} />
    </>
  )
}
