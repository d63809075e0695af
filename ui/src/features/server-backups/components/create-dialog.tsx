import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { toast } from '@/stores/toasts'
import { useCreate } from '../api'
import { nameBetween } from '../model/name'

const t = serverBackupsText.create
const schema = v.object({ name: nameBetween(0, t.long) })

type CreateDialogProps = { server: string; running: boolean; onClose: () => void }

/** Makes a backup under a name; the form's key keeps a second press from making a second one. */
export function CreateDialog({ server, running, onClose }: CreateDialogProps) {
  const create = useCreate(server)
  const form = useAppForm({
    schema,
    values: { name: '' },
    send: ({ name }, key) => create.mutateAsync({ name, key }),
    onDone: () => {
      toast(t.done)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.title}>
      <Form form={form}>
        <Field form={form} name="name" label={t.name} hint={t.hint}>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
        </Field>
        {running ? <Note>{t.running}</Note> : null}
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.action}
        </FormActions>
      </Form>
    </Dialog>
  )
}
