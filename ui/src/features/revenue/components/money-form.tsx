import type { ComponentProps, ReactNode } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { currencySign, parseAmount } from '@/lib/money'
import { EvidenceField } from './evidence-field'
import ui from '@/components/ui/ui.module.css'

/** The members that every form about an amount has: the amount as text, and the hash of the file that shows it. */
export const moneySchema = {
  amount: v.pipe(
    v.string(),
    v.check((text) => (parseAmount(text) ?? 0) > 0, revenueStaffText.income.amountWrong),
  ),
  evidence: v.pipe(v.string(), v.nonEmpty(revenueStaffText.evidence.missing)),
}

type MoneyFields = ComponentProps<typeof Form>['form'] &
  ComponentProps<typeof Field<'amount'>>['form'] & { pending: boolean; error: (name: 'evidence') => string | undefined }

type MoneyFormProps = {
  form: MoneyFields
  evidence: { value: string; onValue: (hash: string) => void }
  currency: string
  amount: string
  submit: string
  /** Fields before the amount. */
  before: ReactNode
  /** Fields after it. */
  after: ReactNode
  onClose: () => void
}

/** A form about an amount that a file shows and another person confirms. */
export function MoneyForm({ form, evidence, currency, amount, submit, before, after, onClose }: MoneyFormProps) {
  return (
    <Form form={form}>
      {before}
      <Field form={form} name="amount" label={amount} required>
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
      {after}
      <EvidenceField {...evidence} error={form.error('evidence')} required />
      <FormActions onCancel={onClose} loading={form.pending}>
        {submit}
      </FormActions>
    </Form>
  )
}
