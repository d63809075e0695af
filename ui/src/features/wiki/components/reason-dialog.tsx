import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { wikiMessage } from '@/lib/limits.gen'

type ReasonDialogProps<A> = {
  title: string
  lead?: string
  label: string
  /** Told where nothing was written. */
  missing: string
  action: string
  keep?: string
  danger?: boolean
  send: (msg: string) => Promise<A>
  onClose: () => void
  onDone: (answer: A, msg: string) => void
}

/** Asks for the reason of an action, and does it. */
export function ReasonDialog<A>({ title, lead, label, missing, action, keep, danger, send, onClose, onDone }: ReasonDialogProps<A>) {
  const form = useAppForm({
    schema: v.object({ msg: v.pipe(v.string(), v.trim(), v.nonEmpty(missing), textBetween(1, wikiMessage)) }),
    values: { msg: '' },
    ...(keep ? { keep } : {}),
    send: ({ msg }) => send(msg),
    onDone: (answer, { msg }) => onDone(answer, msg),
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title} {...(lead ? { description: lead } : {})}>
      <Form form={form}>
        <Field form={form} name="msg" label={label} required>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} danger={danger} loading={form.pending}>
          {action}
        </FormActions>
      </Form>
    </Dialog>
  )
}
