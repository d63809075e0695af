import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useDeleteAccount } from '../security-api'
import { CodeField } from './code-field'

/** Deletes the account after its name and password are entered. */
export function DeleteDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const leave = useDeleteAccount(user.id)
  const form = useAppForm({
    schema: v.object({ name: v.string(), password: v.string(), code: v.string(), give_up: v.string() }),
    values: { name: '', password: '', code: '', give_up: '' },
    send: ({ password, code, give_up }) =>
      leave.mutateAsync({ password, code, ...(give_up.trim() === '' ? {} : { give_up: give_up.trim() }) }),
    onDone: () => toast(t.left, t.leftText),
  })
  const { name, password, code, give_up } = form.watch()
  // The server names the amount when there is one: giving it up takes typing it.
  const balance = give_up !== '' || (ApiError.is(leave.error) && leave.error.code === 'balance_left')
  const ready = name.trim() === user.username && (!user.has_password || password !== '') && (!user.has_totp || code.trim() !== '')
  return (
    <Dialog open onOpenChange={onClose} title={t.leave}>
      <Form form={form}>
        <Note tone="warn">{t.leaveText}</Note>
        <Field form={form} name="name" label={t.leaveType(user.username)} required>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
        </Field>
        {user.has_password ? (
          <Field form={form} name="password" label={t.passwordNow} required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </Field>
        ) : null}
        {user.has_totp ? <CodeField form={form} hint={t.codeHint} /> : null}
        {balance ? (
          <Field form={form} name="give_up" label={t.leaveGiveUp} hint={t.leaveGiveUpHint}>
            {(control) => <Input {...control} inputMode="decimal" autoComplete="off" />}
          </Field>
        ) : null}
        <FormActions onCancel={onClose} danger disabled={!ready} loading={form.pending}>
          {t.leaveConfirm}
        </FormActions>
      </Form>
    </Dialog>
  )
}
