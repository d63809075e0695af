import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { Payout } from '../types'

/** Whether nothing of a withdrawal was paid, and nothing will be. */
export const isUnpaid = ({ state }: Pick<Payout, 'state'>): boolean => state === 'failed' || state === 'cancelled'

/** The name of the net amount: what arrived, or what will where the withdrawal has not ended. */
export function netName({ state, ended }: Pick<Payout, 'state' | 'ended'>): string {
  if (isUnpaid({ state })) return t.detail.unpaidNet
  return ended === null ? t.withdraw.net : t.detail.net
}
