import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useChangeEmail } from '../security-api'

/** Sets or changes the account's e-mail address. */
export function EmailDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const change = useChangeEmail()
  const form = useAppForm({
    schema: v.object({
      email: v.pipe(v.string(), v.trim(), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, t.emailWrong)),
      password: v.pipe(
        v.string(),
        v.check((text) => !user.has_password || text !== '', t.passwordMissing),
      ),
    }),
    values: { email: '', password: '' },
    send: (values) => change.mutateAsync(values),
    onDone: (_answer, { email }) => {
      toast(t.emailChanged, t.resentText(email))
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={user.email ? t.emailChange : t.emailAdd}>
      <Form form={form}>
        <Field form={form} name="email" label={t.emailNew} hint={user.email ? t.emailNewHint : t.emailAddHint} required>
          {(control) => <Input {...control} type="email" inputMode="email" autoComplete="email" />}
        </Field>
        {user.has_password ? (
          <Field form={form} name="password" label={t.passwordNow} required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </Field>
        ) : null}
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}
