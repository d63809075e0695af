import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormField } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { checkNewPassword, NewPassword } from '@/features/auth'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useChangePassword } from '../security-api'
import { FormError } from './form-error'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

/** Another password, for somebody who knows the present one. */
export function PasswordDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const [old, setOld] = useState('')
  const [form, setForm] = useState({ password: '', confirm: '' })
  const [tried, setTried] = useState(false)
  const change = useChangePassword()
  const errors = tried ? checkNewPassword(form) : {}
  const missing = user.has_password && !old
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing || Object.keys(checkNewPassword(form)).length > 0) return
    void change
      .mutateAsync({ old_password: old, new_password: form.password })
      .then(() => {
        toast(t.passwordChanged, t.passwordChangedText)
        onClose()
      })
      .catch(() => undefined)
  }
  return (
    <Dialog open onOpenChange={onClose} title={user.has_password ? t.passwordChange : t.passwordSet}>
      <form className={formCss.root} onSubmit={submit} noValidate>
        <FormError error={change.error} />
        {user.has_password ? (
          <FormField
            label={t.passwordNow}
            hint={
              <PathLink className={ui.link} href="/auth/reset-password">
                {t.passwordForgot}
              </PathLink>
            }
            error={tried && missing ? t.passwordMissing : undefined}
            required
          >
            {(control) => <PasswordInput {...control} autoComplete="current-password" value={old} onChange={(event) => setOld(event.target.value)} />}
          </FormField>
        ) : null}
        <NewPassword
          label={t.passwordNew}
          password={form.password}
          confirm={form.confirm}
          errors={errors}
          related={[user.username, user.email?.split('@')[0] ?? '']}
          onPassword={(password) => setForm({ ...form, password })}
          onConfirm={(confirm) => setForm({ ...form, confirm })}
        />
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" loading={change.isPending}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
