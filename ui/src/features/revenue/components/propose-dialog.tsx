import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { amountJson, parseAmount } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { usePropose } from '../treasury-commands'
import { MoneyForm, moneySchema } from './money-form'
import { PickedField } from './picked-field'
import destinationsCss from './destinations.module.css'

const t = revenueStaffText.corrections
const directions = ['plus', 'minus'] as const

const schema = v.object({
  user: v.pipe(v.string(), v.trim(), v.nonEmpty(t.userNeeded)),
  direction: v.picklist(directions),
  month: v.pipe(v.string(), v.trim(), v.regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, t.monthWrong)),
  ...moneySchema,
})

type ProposeDialogProps = { open: boolean; onClose: () => void; currency: string }

/** Proposes to change a balance; the reason is asked for when it is sent. */
export function ProposeDialog({ open, onClose, currency }: ProposeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={t.propose}>
      {open ? <Body onClose={onClose} currency={currency} /> : null}
    </Dialog>
  )
}

function Body({ onClose, currency }: Omit<ProposeDialogProps, 'open'>) {
  const propose = usePropose()
  const form = useAppForm({
    schema,
    values: { user: '', direction: 'plus' as const, amount: '', month: '', evidence: '' },
    send: ({ user, direction, amount, month, evidence }) =>
      propose.mutateAsync({
        user,
        amount: amountJson(parseAmount(amount) ?? 0),
        evidence,
        ...(direction === 'minus' ? { negative: true } : {}),
        ...(month ? { month } : {}),
      }),
    onDone: () => {
      toast(t.proposed)
      onClose()
    },
  })
  const { control } = form.field('direction')
  return (
    <MoneyForm
      form={form}
      evidence={form.bind('evidence')}
      currency={currency}
      amount={t.amount}
      submit={t.submit}
      onClose={onClose}
      before={
        <>
          <PickedField kind="person" label={t.user} required {...form.bind('user')} error={form.error('user')} />
          <fieldset className={destinationsCss.methods}>
            <legend>{t.direction}</legend>
            {directions.map((one) => (
              <Radio key={one} {...control} value={one}>
                {t[one]}
              </Radio>
            ))}
          </fieldset>
          {form.written.direction === 'plus' ? null : <Note tone="warn">{t.minusNote}</Note>}
        </>
      }
      after={
        <Field form={form} name="month" label={t.month} hint={t.monthHint}>
          {(input) => <Input {...input} inputMode="numeric" autoComplete="off" maxLength={7} />}
        </Field>
      }
    />
  )
}
