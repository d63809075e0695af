import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { revenueQueries } from '../api'
import { PayoutFacts } from './payout-facts'
import { Region } from './region'

type PayoutDialogProps = { id: string | undefined; onClose: () => void; currency: string }

/** A withdrawal over the list that it is in. */
export function PayoutDialog({ id, onClose, currency }: PayoutDialogProps) {
  return (
    <Dialog open={id !== undefined} onOpenChange={(open) => (open ? undefined : onClose())} title={t.detail.title}>
      {id === undefined ? null : <Body id={id} currency={currency} />}
    </Dialog>
  )
}

function Body({ id, currency }: { id: string; currency: string }) {
  const query = useQuery(revenueQueries.payout(id))
  return (
    <Region query={query} height={360}>
      {(payout) => <PayoutFacts payout={payout} currency={currency} />}
    </Region>
  )
}
