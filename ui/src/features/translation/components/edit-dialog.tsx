import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { toast } from '@/stores/toasts'
import { useAsk, type TranslationLink } from '../api'
import { described } from '../model/fields'
import { DescribedFields } from './described-fields'

const schema = v.object(described)

/** Changes the language and the description of a link, which is then decided again. */
export function EditDialog({ link, onClose }: { link: TranslationLink; onClose: () => void }) {
  const ask = useAsk(link)
  const form = useAppForm({
    schema,
    values: { language_code: link.language_code, description: link.description },
    send: (body, key) => ask.mutateAsync({ ends: link, body, key }),
    onDone: () => {
      toast(t.saved)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.editTitle} description={t.editLead}>
      <Form form={form}>
        <DescribedFields form={form} language={form.bind('language_code')} />
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}
