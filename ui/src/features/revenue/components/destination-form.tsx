import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Radio } from '@/components/ui/checkbox'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { toast } from '@/stores/toasts'
import { useAddDestination } from '../commands'
import { momentText, termsText } from '../model/words'
import type { PayoutDestination, PayoutMethod } from '../types'
import ui from '@/components/ui/ui.module.css'
import css from './destinations.module.css'

type DestinationFormProps = {
  methods: readonly PayoutMethod[]
  currency: string
  onDone: (destination: PayoutDestination) => void
  onCancel: () => void
}

/** The method, and the members that it asks for. */
export function DestinationForm({ methods, currency, onDone, onCancel }: DestinationFormProps) {
  const [chosen, setChosen] = useState(methods[0]?.id)
  const method = methods.find(({ id }) => id === chosen)
  return (
    <div className={ui.pile}>
      <fieldset className={css.methods}>
        <legend>{t.destinations.method}</legend>
        {methods.map((one) => (
          <Radio key={one.id} name="method" value={one.id} checked={one.id === chosen} onChange={() => setChosen(one.id)}>
            {one.name}
            <small>{termsText(one, currency)}</small>
          </Radio>
        ))}
      </fieldset>
      {method ? <Fields key={method.id} method={method} onDone={onDone} onCancel={onCancel} /> : null}
    </div>
  )
}

type FieldsProps = Pick<DestinationFormProps, 'onDone' | 'onCancel'> & { method: PayoutMethod }

const DETAILS = 'details.'

/** A field of the API is named as in the form. */
function atField(error: unknown): never {
  if (!(error instanceof ApiError) || !error.field?.startsWith(DETAILS)) throw error
  throw new ApiError(error.status, error.code, error.description, error.trace, error.field.slice(DETAILS.length))
}

function Fields({ method, onDone, onCancel }: FieldsProps) {
  const add = useAddDestination()
  const form = useAppForm({
    schema: v.record(v.string(), v.string()),
    values: Object.fromEntries(method.fields.map(({ name }) => [name, ''])),
    send: (details, key) => {
      for (const { name, label } of method.fields)
        if (!details[name]?.trim()) throw new ApiError(400, 'invalid_input', t.destinations.needed(label), undefined, name)
      return add.mutateAsync({ method: method.id, details, key }).catch(atField)
    },
    onDone: (made) => {
      toast(t.destinations.added, t.destinations.addedText(momentText(made.rests)))
      onDone(made)
    },
  })
  return (
    <Form form={form}>
      {method.fields.map(({ name, label, hint }) => (
        <Field key={name} form={form} name={name} label={label} hint={hint || undefined} required>
          {(input) => <Input {...input} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={200} />}
        </Field>
      ))}
      <p className={cn(ui.small)}>{t.destinations.restHint}</p>
      <FormActions onCancel={onCancel} loading={form.pending}>
        {t.destinations.submit}
      </FormActions>
    </Form>
  )
}
