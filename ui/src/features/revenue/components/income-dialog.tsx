import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { amountJson, currencySign, parseAmount } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { sourceName } from '../model/words'
import { useEnterIncome } from '../treasury-commands'
import { EvidenceField } from './evidence-field'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.income

const today = (): string => new Date().toISOString().slice(0, 10)

const schema = v.object({
  day: v.pipe(
    v.string(),
    v.check((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day <= today(), t.dayWrong),
  ),
  source: v.string(),
  amount: v.pipe(
    v.string(),
    v.check((text) => (parseAmount(text) ?? 0) > 0, t.amountWrong),
  ),
  project: v.pipe(v.string(), v.trim()),
  evidence: v.pipe(v.string(), v.nonEmpty(revenueStaffText.evidence.missing)),
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
    <Form form={form}>
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
      <Field form={form} name="project" label={t.project} hint={t.projectHint}>
        {(input) => <Input {...input} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={64} />}
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
