import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { useAddNode } from '../api'
import { commandsOf } from '../model/nodes'
import formCss from '@/components/ui/form.module.css'
import css from './staff.module.css'

const t = serverStaffText.nodeForm
const port = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => /^\d+$/.test(text) && Number(text) >= 1024 && Number(text) <= 65_535, t.port),
)
const schema = v.object({ name: textBetween(1, 48, t.nameLong), first_port: port, last_port: port })

type AddNodeDialogProps = { open: boolean; onClose: () => void; onCode: (code: string) => void }

/** Adds a node, which gets a code to join with. */
export function AddNodeDialog({ open, ...rest }: AddNodeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={rest.onClose} title={t.title}>
      {open ? <AddNodeForm {...rest} /> : null}
    </Dialog>
  )
}

function AddNodeForm({ onClose, onCode }: Omit<AddNodeDialogProps, 'open'>) {
  const add = useAddNode()
  const form = useAppForm({
    schema,
    values: { name: '', first_port: '25565', last_port: '25664' },
    send: ({ name, first_port, last_port }, key) =>
      add.mutateAsync({ body: { name, first_port: Number(first_port), last_port: Number(last_port) }, key }),
    onDone: ({ code }) => onCode(code),
  })
  return (
    <Form form={form}>
      <Field form={form} name="name" label={t.name} required>
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
      </Field>
      <div className={css.pair}>
        <Field form={form} name="first_port" label={t.first} hint={t.portsHint}>
          {(control) => <Input {...control} autoComplete="off" inputMode="numeric" />}
        </Field>
        <Field form={form} name="last_port" label={t.last}>
          {(control) => <Input {...control} autoComplete="off" inputMode="numeric" />}
        </Field>
      </div>
      <FormActions onCancel={onClose} loading={form.pending}>
        {t.send}
      </FormActions>
    </Form>
  )
}

/** Shows a code to join with, once, and the commands that use it. */
export function CodeDialog({ code, onClose }: { code: string | undefined; onClose: () => void }) {
  const words = serverStaffText.codeForm
  const { join, run } = commandsOf(location.origin, code ?? '')
  const lines = [
    [words.code, code ?? ''],
    [words.join, join],
    [words.run, run],
  ] as const
  return (
    <Dialog
      open={code !== undefined}
      onOpenChange={onClose}
      title={words.title}
      description={words.lead}
      wide
      footer={
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div className={formCss.root}>
        {lines.map(([label, text]) => (
          <div key={label}>
            <p className={css.label}>{label}</p>
            <p className={css.code}>
              <code>{text}</code>
              <CopyButton text={text} label={`${words.copy}${label}`} />
            </p>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
