import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatMoney } from '@/lib/money'
import { isUnpaid } from '../model/paid'
import type { Payout } from '../types'
import ui from '@/components/ui/ui.module.css'

/** What the receiver gets of a withdrawal; of one that was not paid, that it is nothing. */
export function NetAmount({ payout, currency }: { payout: Payout; currency: string }) {
  if (isUnpaid(payout)) return <span className={ui.subtle}>{t.transfers.unpaid}</span>
  return <b>{formatMoney(payout.amount, currency)}</b>
}
