import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { FormField } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { amountJson, parseAmount } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { sourceName } from '../model/words'
import { useEnterIncome } from '../treasury-commands'
import { MoneyForm, moneySchema } from './money-form'
import { PickedField } from './picked-field'

const t = revenueStaffText.income

const today = (): string => new Date().toISOString().slice(0, 10)

const schema = v.object({
  day: v.pipe(
    v.string(),
    v.check((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day <= today(), t.dayWrong),
  ),
  source: v.string(),
  project: v.pipe(v.string(), v.trim()),
  ...moneySchema,
})

type IncomeDialogProps = { open: boolean; onClose: () => void; sources: readonly string[]; currency: string }

/** Enters income of a day, with a file that shows it. Another person confirms it. */
export function IncomeDialog({ open, onClose, sources, currency }: IncomeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={t.enter}>
      {open ? <Body onClose={onClose} sources={sources} currency={currency} /> : null}
    </Dialog>
  )
}

function Body({ onClose, sources, currency }: Omit<IncomeDialogProps, 'open'>) {
  const enter = useEnterIncome()
  const form = useAppForm({
    schema,
    values: { day: today(), source: sources[0] ?? '', amount: '', project: '', evidence: '' },
    send: ({ day, source, amount, project, evidence }, key) =>
      enter.mutateAsync({
        day,
        income: { source, amount: amountJson(parseAmount(amount) ?? 0), evidence, ...(project ? { project } : {}) },
        key,
      }),
    onDone: () => {
      toast(t.entered)
      onClose()
    },
  })
  const source = form.bind('source')
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
          <Field form={form} name="day" label={t.day} required>
            {(input) => <DateInput {...input} type="date" max={today()} />}
          </Field>
          <FormField label={t.source} error={form.error('source')} required>
            {() => (
              <NativeSelect
                label={t.source}
                value={source.value}
                onValue={source.onValue}
                options={sources.map((one) => ({ value: one, label: sourceName(one) }))}
              />
            )}
          </FormField>
        </>
      }
      after={<PickedField kind="project" label={t.project} hint={t.projectHint} {...form.bind('project')} error={form.error('project')} />}
    />
  )
}
