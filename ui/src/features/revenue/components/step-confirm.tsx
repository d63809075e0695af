import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { PayoutDestination, PayoutMethod } from '../types'
import type { Fees } from '../use-fees'
import { FeeLines } from './fee-lines'
import { To } from './to'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type StepConfirmProps = {
  destination: PayoutDestination
  method: PayoutMethod
  cents: number | undefined
  fees: Fees
  currency: string
  refusal: string | undefined
  busy: boolean
  onBack: () => void
  onSubmit: () => void
}

/** All of it once more, and the confirmation. */
export function StepConfirm({ destination, method, cents, fees, currency, refusal, busy, onBack, onSubmit }: StepConfirmProps) {
  const [own, setOwn] = useState(false)
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (own && !busy && fees.fresh) onSubmit()
  }
  return (
    <form className={ui.pile} onSubmit={submit}>
      {refusal ? <Note tone="bad">{refusal}</Note> : null}
      <To destination={destination} method={method} />
      <FeeLines cents={cents} method={method} fees={fees} currency={currency} />
      <div>
        <Checkbox checked={own} aria-invalid={tried && !own ? true : undefined} onChange={(event) => setOwn(event.target.checked)}>
          {t.withdraw.own}
        </Checkbox>
        {tried && !own ? (
          <p className={formCss.error} role="alert">
            {t.withdraw.ownNeeded}
          </p>
        ) : null}
      </div>
      <p className={ui.small}>{t.withdraw.confirmLead}</p>
      <div className={css.actions}>
        <Button onClick={onBack} disabled={busy}>
          {t.withdraw.back}
        </Button>
        <Button type="submit" kind="primary" className={ui.grow ?? ''} loading={busy} disabled={!fees.fresh}>
          {t.withdraw.submit}
        </Button>
      </div>
    </form>
  )
}
