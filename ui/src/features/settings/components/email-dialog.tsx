import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useChangeEmail } from '../security-api'
import { FormError } from './form-error'
import formCss from '@/components/ui/form.module.css'

/** Gives the account an address, or another one. */
export function EmailDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const change = useChangeEmail()
  const wrong = {
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : t.emailWrong,
    password: !user.has_password || password ? undefined : t.passwordMissing,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong.email || wrong.password) return
    void change
      .mutateAsync({ email: email.trim(), password })
      .then(() => {
        toast(t.emailChanged, t.resentText(email.trim()))
        onClose()
      })
      .catch(() => undefined)
  }
  return (
    <Dialog open onOpenChange={onClose} title={user.email ? t.emailChange : t.emailAdd}>
      <form className={formCss.root} onSubmit={submit} noValidate>
        <FormError error={change.error} />
        <FormField label={t.emailNew} hint={user.email ? t.emailNewHint : t.emailAddHint} error={tried ? wrong.email : undefined} required>
          {(control) => <Input {...control} type="email" inputMode="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.target.value)} />}
        </FormField>
        {user.has_password ? (
          <FormField label={t.passwordNow} error={tried ? wrong.password : undefined} required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />}
          </FormField>
        ) : null}
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
