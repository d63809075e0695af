import { Badge, type Tone } from '@/components/ui/badge'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { Payout, PayoutState } from '../types'

const tones: Record<PayoutState, Tone> = {
  waiting: 'neutral',
  approved: 'info',
  held: 'warn',
  sent: 'info',
  taken: 'info',
  unclear: 'warn',
  cancelling: 'neutral',
  success: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  returned: 'bad',
}

/** The state of a withdrawal. Colour is never the only sign. */
export function PayoutBadge({ payout: { state } }: { payout: Pick<Payout, 'state'> }) {
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>
}
