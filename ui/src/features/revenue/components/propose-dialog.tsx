import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { amountJson, currencySign, parseAmount } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { usePropose } from '../treasury-commands'
import { EvidenceField } from './evidence-field'
import destinationsCss from './destinations.module.css'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.corrections
const directions = ['plus', 'minus'] as const

const schema = v.object({
  user: v.pipe(v.string(), v.trim(), v.nonEmpty(t.userNeeded)),
  direction: v.picklist(directions),
  amount: v.pipe(
    v.string(),
    v.check((text) => (parseAmount(text) ?? 0) > 0, revenueStaffText.income.amountWrong),
  ),
  month: v.pipe(v.string(), v.trim(), v.regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, t.monthWrong)),
  evidence: v.pipe(v.string(), v.nonEmpty(revenueStaffText.evidence.missing)),
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
    <Form form={form}>
      <Field form={form} name="user" label={t.user} required>
        {(input) => <Input {...input} autoComplete="off" spellCheck={false} autoCapitalize="none" />}
      </Field>
      <fieldset className={destinationsCss.methods}>
        <legend>{t.direction}</legend>
        {directions.map((one) => (
          <Radio key={one} {...control} value={one}>
            {t[one]}
          </Radio>
        ))}
      </fieldset>
      {form.written.direction === 'plus' ? null : <Note tone="warn">{t.minusNote}</Note>}
      <Field form={form} name="amount" label={t.amount} required>
        {(input) => (
          <Input
            {...input}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            icon={<span className={ui.subtle}>{currencySign(currency)}</span>}
          />
        )}
      </Field>
      <Field form={form} name="month" label={t.month} hint={t.monthHint}>
        {(input) => <Input {...input} inputMode="numeric" autoComplete="off" maxLength={7} />}
      </Field>
      <EvidenceField {...form.bind('evidence')} error={form.error('evidence')} />
      <div className={formCss.actions}>
        <Button onClick={onClose}>{uiText.cancel}</Button>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.submit}
        </Button>
      </div>
    </Form>
  )
}
