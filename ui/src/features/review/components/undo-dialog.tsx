import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { reviewUndoText as t } from '@/lib/i18n/zh-Hans/review-undo'
import { reasonLength } from '@/lib/limits.gen'

const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(t.reasonNeeded), v.maxLength(reasonLength, t.reasonLong(reasonLength))),
})

type UndoDialogProps = {
  title: string
  lead: string
  hint: string
  action: string
  /** A rejection is shown in the form, and what was typed stays. */
  send: (reason: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks for the reason of an undo, of a proposal or of its refusal. */
export default function UndoDialog({ title, lead, hint, action, send, onDone, onClose }: UndoDialogProps) {
  const form = useAppForm({
    schema,
    values: { reason: '' },
    send: ({ reason }) => send(reason),
    onDone: () => {
      onClose()
      onDone()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title} description={lead}>
      <Form form={form}>
        <Field form={form} name="reason" label={t.reason} required hint={hint}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {action}
        </FormActions>
      </Form>
    </Dialog>
  )
}
