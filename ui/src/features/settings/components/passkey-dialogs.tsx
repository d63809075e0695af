import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { passkeyText as t } from '@/lib/i18n/zh-Hans/passkey'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey, type Passkey } from '../passkey-api'
import ui from '@/components/ui/ui.module.css'

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text !== '' && [...text].length <= 64, t.nameWrong),
  ),
})

/** A name for a passkey of this device. */
function deviceName(agent: string): string {
  if (/iPhone/.test(agent)) return t.device.iphone
  if (/iPad/.test(agent)) return t.device.ipad
  if (/Android/.test(agent)) return t.device.android
  if (/Windows/.test(agent)) return t.device.windows
  if (/Mac OS X/.test(agent)) return t.device.mac
  if (/Linux/.test(agent)) return t.device.linux
  return t.device.other
}

/** Names a new passkey, then lets the browser make it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey()
  const form = useAppForm({
    schema,
    values: { name: deviceName(navigator.userAgent) },
    send: ({ name }) => add.mutateAsync(name),
    onDone: (_answer, { name }) => {
      toast(t.added, t.addedText(name))
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.add}>
      <Form form={form}>
        <p className={ui.muted}>{t.addLead}</p>
        <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.next}
        </FormActions>
      </Form>
    </Dialog>
  )
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey.id)
  const form = useAppForm({
    schema,
    values: { name: passkey.name },
    send: ({ name }) => rename.mutateAsync(name),
    onDone: () => {
      toast(t.renamed)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.rename}>
      <Form form={form}>
        <Field form={form} name="name" label={t.name} hint={t.nameHint} required>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** `ends`: the second step of sign-ins ends with this passkey. */
export function RemovePasskey({ passkey, ends, onClose }: { passkey: Passkey; ends: boolean; onClose: () => void }) {
  const remove = useRemovePasskey()
  const confirm = () =>
    remove.mutate(passkey.id, {
      onSuccess: () => toast(t.removed, passkey.name),
      onSettled: onClose,
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.removeTitle(passkey.name)}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" danger loading={remove.isPending} onClick={confirm}>
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeText}</p>
      {ends ? <p>{t.removeLast}</p> : null}
    </Dialog>
  )
}
