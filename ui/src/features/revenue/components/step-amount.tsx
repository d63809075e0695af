import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { FormField, Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { keepEnterForIme, useImeSafeValue } from '@/lib/ime'
import { amountText, currencySign, formatCents, formatShort, parseAmount } from '@/lib/money'
import { mostOf, quickAmounts, type Bounds } from '../model/amount'
import type { PayoutDestination, PayoutMethod } from '../types'
import type { Fees } from '../use-fees'
import { FeeLines } from './fee-lines'
import { To } from './to'
import choiceCss from '@/components/ui/choice.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type StepAmountProps = {
  destination: PayoutDestination
  method: PayoutMethod
  bounds: Bounds
  text: string
  problem: string | undefined
  refusal: string | undefined
  fees: Fees
  onText: (text: string) => void
  onBack: () => void
  onNext: () => void
}

/** How much is withdrawn, with what it costs while it is typed. */
export function StepAmount({ destination, method, bounds, text, problem, refusal, fees, onText, onBack, onNext }: StepAmountProps) {
  const [tried, setTried] = useState(false)
  const field = useImeSafeValue<HTMLInputElement>(text, onText)
  const { currency, fixed } = bounds
  const quick = quickAmounts(bounds)
  const most = mostOf(bounds)
  const cents = parseAmount(text)
  // An amount that is still typed is not refused yet.
  const said = tried || (text !== '' && cents !== undefined) ? problem : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === undefined && fees.fresh) onNext()
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form className={ui.pile} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
      <To destination={destination} method={method} onChange={onBack} />
      <FormField
        label={t.withdraw.amount(currency)}
        hint={fixed.length > 0 ? t.withdraw.fixed : t.withdraw.range(formatCents(bounds.min, currency), formatCents(most, currency))}
        error={refusal ?? said}
        required
      >
        {(control) => (
          <Input
            {...control}
            {...field}
            size="lg"
            className={css.amount ?? ''}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed.length > 0}
            maxLength={20}
            icon={<span className={ui.subtle}>{currencySign(currency)}</span>}
          />
        )}
      </FormField>
      <div className={ui.row} role="group" aria-label={t.withdraw.quick}>
        {quick.map((one) => (
          <button key={one} type="button" className={choiceCss.root} aria-pressed={one === cents} onClick={() => onText(amountText(one))}>
            {formatShort(one, currency)}
          </button>
        ))}
        {fixed.length === 0 ? (
          <button type="button" className={choiceCss.root} aria-pressed={most === cents} onClick={() => onText(amountText(most))}>
            {t.withdraw.all}
          </button>
        ) : quick.length === 0 ? (
          <p className={cn(ui.small)}>{t.withdraw.fixedGone}</p>
        ) : null}
      </div>
      <FeeLines cents={problem === undefined ? cents : undefined} method={method} fees={fees} currency={currency} />
      <div className={css.actions}>
        <Button onClick={onBack}>{t.withdraw.back}</Button>
        <Button type="submit" kind="primary" className={ui.grow ?? ''} disabled={problem === undefined && !fees.fresh}>
          {t.withdraw.review}
        </Button>
      </div>
    </form>
  )
}
