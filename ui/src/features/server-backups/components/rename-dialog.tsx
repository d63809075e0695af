import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import type { Backup } from '@/lib/hosting/backups'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { toast } from '@/stores/toasts'
import { useRename } from '../api'
import { nameBetween } from '../model/name'

const t = serverBackupsText.renaming
const schema = v.object({ name: nameBetween(1, t.empty) })

export function RenameDialog({ server, backup, onClose }: { server: string; backup: Backup; onClose: () => void }) {
  const rename = useRename(server, backup.id)
  const form = useAppForm({
    schema,
    values: { name: backup.name },
    send: ({ name }) => (name === backup.name ? Promise.resolve(undefined) : rename.mutateAsync(name)),
    onDone: (_answer, { name }) => {
      if (name !== backup.name) toast(t.done, name)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.title}>
      <Form form={form}>
        <Field form={form} name="name" label={serverBackupsText.column.name}>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}
