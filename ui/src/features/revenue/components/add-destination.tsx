import { Dialog } from '@/components/ui/dialog'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { PayoutDestination, PayoutMethod } from '../types'
import { DestinationForm } from './destination-form'

type AddDestinationProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  methods: readonly PayoutMethod[]
  currency: string
  onAdded?: (destination: PayoutDestination) => void
}

/** The dialog in which a destination is added. */
export function AddDestination({ open, onOpenChange, methods, currency, onAdded }: AddDestinationProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.destinations.add}>
      {open ? (
        <DestinationForm
          methods={methods}
          currency={currency}
          onCancel={() => onOpenChange(false)}
          onDone={(made) => {
            onOpenChange(false)
            onAdded?.(made)
          }}
        />
      ) : null}
    </Dialog>
  )
}
