import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { payoutDestinations } from '@/lib/limits.gen'
import { momentText, termsText } from '../model/words'
import type { PayoutDestination, PayoutMethod } from '../types'
import { AddDestination } from './add-destination'
import destinationsCss from './destinations.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type StepMethodProps = {
  methods: readonly PayoutMethod[]
  destinations: readonly PayoutDestination[]
  chosen: string | undefined
  refusal: string | undefined
  currency: string
  onChoose: (destination: string) => void
  onNext: () => void
}

/** To where is paid: one of the stored destinations, or a new one, which rests first. */
export function StepMethod({ methods, destinations, chosen, refusal, currency, onChoose, onNext }: StepMethodProps) {
  const [adding, setAdding] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onNext()
  }
  const full = destinations.length >= payoutDestinations
  return (
    <form className={ui.pile} onSubmit={submit}>
      {refusal ? <Note tone="bad">{refusal}</Note> : null}
      {destinations.length > 0 ? (
        <fieldset className={destinationsCss.methods}>
          <legend>{t.withdraw.chooseLead}</legend>
          {destinations.map((one) => {
            const method = methods.find(({ id }) => id === one.method)
            const resting = Date.parse(one.rests) > Date.now()
            const terms = method ? termsText(method, currency) : t.transfers.gone
            return (
              <Radio
                key={one.id}
                className={css.destination ?? ''}
                name="destination"
                value={one.id}
                checked={one.id === chosen}
                disabled={resting || !method}
                onChange={() => onChoose(one.id)}
              >
                <b>
                  {one.method_name || t.transfers.gone} {one.mark}
                </b>
                <small>{resting ? t.withdraw.rests(momentText(one.rests)) : terms}</small>
                {resting && method ? <small>{terms}</small> : null}
              </Radio>
            )
          })}
        </fieldset>
      ) : (
        <Note>{t.destinations.noneLead}</Note>
      )}
      <div className={css.actions}>
        <Button disabled={full} aria-describedby={full ? 'destinations-full' : undefined} onClick={() => setAdding(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.withdraw.add}
        </Button>
        <Button type="submit" kind="primary" disabled={!chosen}>
          {t.withdraw.next}
        </Button>
      </div>
      {full ? (
        <p id="destinations-full" className={ui.small}>
          {t.destinations.full}
        </p>
      ) : null}
      <AddDestination open={adding} onOpenChange={setAdding} methods={methods} currency={currency} />
    </form>
  )
}
