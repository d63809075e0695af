import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import { SelectField } from '@/components/ui/select-field'
import { barText as t } from '@/lib/i18n/zh-Hans/bars'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { toast } from '@/stores/toasts'
import { useBar, type BarPlace } from '../api'

const MAX_TEXT = 2_000
const durations = Object.keys(t.durations) as (keyof typeof t.durations)[]

const schema = v.pipe(
  v.object({
    days: v.picklist(durations),
    code: v.pipe(v.string(), v.nonEmpty(reasonText.missing)),
    text: textBetween(0, MAX_TEXT, t.textLong),
  }),
  v.forward(
    v.partialCheck([['code'], ['text']], ({ code, text }) => code !== 'other' || text !== '', t.textNeeded),
    ['text'],
  ),
)

export type BarDialogProps = { place: BarPlace; person: { id: string; name: string }; onClose: () => void }

/** Bars a person from a place for a while, with a reason that they read. */
export default function BarDialog({ place, person, onClose }: BarDialogProps) {
  const bar = useBar(place, person.id)
  const form = useAppForm({
    schema,
    values: { days: '7', code: '', text: '' },
    send: ({ days, code, text }) => bar.mutateAsync({ days: Number(days), reason: text ? { code, text } : { code } }),
    onDone: () => {
      toast(t.done)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.title(person.name)} description={t[place.kind]}>
      <Form form={form}>
        <Field form={form} name="days" label={t.duration}>
          {(control) => <SelectField {...control} options={durations.map((one) => [one, t.durations[one]])} />}
        </Field>
        <Field form={form} name="code" deps="text" label={t.reason} required>
          {(control) => <ReasonSelect {...control} for="sanction" />}
        </Field>
        <Field form={form} name="text" label={t.text} hint={t.textHint} required={form.written.code === 'other'}>
          {(control) => <Textarea {...control} rows={3} />}
        </Field>
        <FormActions onCancel={onClose} danger loading={form.pending}>
          {t.send}
        </FormActions>
      </Form>
    </Dialog>
  )
}
