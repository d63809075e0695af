import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Textarea } from '@/components/ui/input'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { translationMessage } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { useAskAgain, type TranslationLink } from '../api'

const schema = v.object({ reason: v.pipe(v.string(), v.maxLength(translationMessage, t.messageLong)) })

/** Asks again for a link, with a message to those who decide. */
export function AgainDialog({ link, onClose }: { link: TranslationLink; onClose: () => void }) {
  const ask = useAskAgain(link)
  const form = useAppForm({
    schema,
    values: { reason: '' },
    send: ({ reason }, key) => ask.mutateAsync({ message: reason.trim(), key }),
    onDone: () => {
      toast(t.askedAgain)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.againTitle} description={t.againLead}>
      <Form form={form}>
        <Field form={form} name="reason" label={t.message} hint={t.messageHint}>
          {(control) => <Textarea {...control} rows={4} />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.again}
        </FormActions>
      </Form>
    </Dialog>
  )
}
