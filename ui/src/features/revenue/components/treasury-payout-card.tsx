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
import { AskedStep } from './asked-step'
import { JudgeDialog } from './judge-dialog'
import { NetAmount } from './net-amount'
import { PayoutBadge } from './payout-badge'
import { PayoutTimeline } from './payout-timeline'
import { Person } from './person'
import { StepButton } from './step-button'
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
        <span className={css.amount}>
          <NetAmount payout={payout} currency={currency} />
        </span>
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
        {payout.state === 'held' && payout.held_by ? (
          <>
            <dt>{t.heldBy}</dt>
            <dd>
              <Person user={payout.held_by} />
            </dd>
          </>
        ) : null}
        {payout.batch ? (
          <>
            <dt>{t.batch}</dt>
            <dd>{payout.batch}</dd>
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
        {isEnded(payout) ? null : <Actions payout={payout} currency={currency} alone={alone} />}
      </div>
    </li>
  )
}

const said = { approve: 'approved', hold: 'held', release: 'released' } as const

function Actions({ payout, currency, alone }: CardProps) {
  const [judging, setJudging] = useState(false)
  const me = useSession()?.id
  const step = usePayoutStep()
  const own = payout.user !== null && payout.user.id === me ? revenueStaffText.ownWallet : undefined
  const approved = payout.approvals.some(({ id }) => id === me) && !alone ? revenueStaffText.second : undefined
  const proposedAt = payout.timeline.findLast(({ kind }) => kind === 'end-proposed')?.at ?? null
  const second = payout.proposed ? secondProblem({ by: payout.proposed_by, at: proposedAt }, me, alone) : undefined
  const holder = payout.held_by?.id === me && !alone ? t.heldByYou : undefined
  const who = payout.user?.username ?? revenueStaffText.gone
  const amount = formatMoney(payout.amount, currency)
  const to = payout.method_name || revenueText.transfers.gone
  const run = (name: 'approve' | 'hold' | 'release') => () =>
    step.mutate({ id: payout.id, step: name }, { onSuccess: () => toast(t[said[name]], undefined, name === 'hold' ? 'info' : 'success') })
  const sent = payout.attempts > 0
  return (
    <>
      {payout.state === 'held' ? (
        <StepButton kind="primary" disabled={step.isPending} refused={own ?? holder} onClick={run('release')}>
          {t.release}
        </StepButton>
      ) : sent || own ? null : (
        <Button disabled={step.isPending} onClick={run('hold')}>
          {t.hold}
        </Button>
      )}
      {payout.state === 'waiting' ? (
        <AskedStep
          kind="primary"
          action={t.approve}
          title={t.approveTitle}
          text={t.approveNote(who, amount, to, payout.needs)}
          refused={own ?? approved}
          busy={step.isPending}
          onStep={run('approve')}
        />
      ) : null}
      {sent ? (
        <StepButton refused={own ?? second} onClick={() => setJudging(true)}>
          {t.judge}
        </StepButton>
      ) : null}
      <JudgeDialog payout={payout} open={judging} onOpenChange={setJudging} />
    </>
  )
}
