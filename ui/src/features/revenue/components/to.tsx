import { Wallet } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { PayoutDestination, PayoutMethod } from '../types'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type ToProps = { destination: PayoutDestination; method: PayoutMethod; onChange?: () => void }

/** Where a withdrawal goes. */
export function To({ destination, method, onChange }: ToProps) {
  return (
    <div className={css.to}>
      <Wallet className={ui.icon} aria-hidden />
      <div className={ui.grow}>
        <b>{method.name}</b>
        <small>
          {destination.mark}，{t.withdraw.arrives(method.currency)}
        </small>
      </div>
      {onChange ? (
        <Button size="xs" kind="quiet" onClick={onChange}>
          {t.withdraw.change}
        </Button>
      ) : null}
    </div>
  )
}
