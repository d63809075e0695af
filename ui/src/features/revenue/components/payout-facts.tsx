import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { CopyButton } from '@/components/ui/copy-button'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatCents, formatMoney } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { useCancelPayout } from '../commands'
import { isUnpaid, netName } from '../model/paid'
import { momentText } from '../model/words'
import type { PayoutDetail } from '../types'
import { PayoutBadge } from './payout-badge'
import { PayoutTimeline } from './payout-timeline'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './payout-facts.module.css'

/** One withdrawal: its state, its amounts, where it goes, and what happened to it. */
export function PayoutFacts({ payout, currency }: { payout: PayoutDetail; currency: string }) {
  const words = t.detail
  const show = (amount: number) => formatMoney(amount, currency)
  const why = payout.reason ?? (payout.code ? (t.codes[payout.code] ?? t.codes.other) : undefined)
  const facts: [string, string | undefined][] = [
    [words.asked, formatCents(centsOf(payout.amount) + centsOf(payout.fee ?? 0), currency)],
    [words.fee, payout.fee === null ? undefined : isUnpaid(payout) ? words.feeBack(show(payout.fee)) : show(payout.fee)],
    [netName(payout), isUnpaid(payout) ? t.transfers.unpaid : show(payout.amount)],
    [words.back, payout.returned === null ? undefined : show(payout.returned)],
    [words.to, [payout.method_name || t.transfers.gone, payout.method_address].filter(Boolean).join(' ')],
    [words.created, momentText(payout.created)],
    [words.ended, payout.ended === null ? undefined : momentText(payout.ended)],
    [words.reason, why],
  ]
  return (
    <div className={css.root}>
      <p className={css.state} role="status">
        <PayoutBadge payout={payout} />
        <span>{t.stateNotes[payout.state]}</span>
      </p>
      <dl className={cn(keyValuesCss.root, keyValuesCss.wide)}>
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name} className={css.fact}>
              <dt>{name}</dt>
              <dd className={ui.break}>{value}</dd>
            </div>
          ),
        )}
        <div className={css.fact}>
          <dt>{words.id}</dt>
          <dd className={css.copied}>
            {payout.id}
            <CopyButton text={payout.id} label={words.copyId} />
          </dd>
        </div>
        {payout.platform_id ? (
          <div className={css.fact}>
            <dt>{words.reference}</dt>
            <dd className={cn(css.copied, ui.break)}>
              {payout.platform_id}
              <CopyButton text={payout.platform_id} label={words.copyReference} />
            </dd>
          </div>
        ) : null}
      </dl>
      <PayoutTimeline steps={payout.timeline} />
      {payout.cancellable ? <Cancel id={payout.id} /> : null}
    </div>
  )
}

function Cancel({ id }: { id: string }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancelPayout()
  const close = () => setAsking(false)
  return (
    <div>
      <Button danger onClick={() => setAsking(true)}>
        {t.detail.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.detail.cancelTitle}
        text={t.detail.cancelNote}
        action={t.detail.cancel}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(id, { onSuccess: () => toast(t.detail.cancelled, undefined, 'info'), onSettled: close })}
      />
    </div>
  )
}
