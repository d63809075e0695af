import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { PasswordInput } from '@/components/ui/password-input'
import { NewPassword, resetSchema } from '@/features/auth'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { authText } from '@/lib/i18n/zh-Hans/auth'
import { toast } from '@/stores/toasts'
import { useChangePassword } from '../security-api'
import ui from '@/components/ui/ui.module.css'

/** Changes the password, with the current one. */
export function PasswordDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const change = useChangePassword()
  const form = useAppForm({
    schema: v.intersect([
      v.object({
        old_password: v.pipe(
          v.string(),
          v.check((text) => !user.has_password || text !== '', t.passwordMissing),
        ),
      }),
      resetSchema,
      v.object({ end_tokens: v.boolean() }),
    ]),
    values: { old_password: '', new_password: '', confirm: '', end_tokens: false },
    send: ({ old_password, new_password, end_tokens }) => change.mutateAsync({ old_password, new_password, end_tokens }),
    onDone: (_answer, { end_tokens }) => {
      toast(t.passwordChanged, end_tokens ? t.passwordAndTokensText : t.passwordChangedText)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={user.has_password ? t.passwordChange : t.passwordSet}>
      <Form form={form}>
        {user.has_password ? (
          <Field
            form={form}
            name="old_password"
            label={t.passwordNow}
            hint={
              <PathLink className={ui.link} to="/auth/reset-password">
                {t.passwordForgot}
              </PathLink>
            }
            required
          >
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </Field>
        ) : null}
        <NewPassword
          form={form}
          name="new_password"
          label={t.passwordNew}
          password={form.watch('new_password')}
          related={[user.username, user.email?.split('@')[0] ?? '']}
        />
        <Checkbox {...form.field('end_tokens').control}>{authText.endTokens}</Checkbox>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}
