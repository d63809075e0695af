import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { toast } from '@/stores/toasts'
import { useDeleteAccount } from '../security-api'
import { CodeField } from './code-field'
import { FormError } from './form-error'
import formCss from '@/components/ui/form.module.css'

/** The way out: the name is typed, the password shown. */
export function DeleteDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const leave = useDeleteAccount(user.id)
  const ready = name.trim() === user.username && (!user.has_password || password !== '') && (!user.has_totp || code.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    void leave
      .mutateAsync({ password, code })
      .then(() => toast(t.left, t.leftText))
      .catch(() => undefined)
  }
  return (
    <Dialog open onOpenChange={onClose} title={t.leave}>
      <form className={formCss.root} onSubmit={submit} noValidate>
        <FormError error={leave.error} />
        <Note tone="warn">{t.leaveText}</Note>
        <FormField label={t.leaveType(user.username)} required>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} value={name} onChange={(event) => setName(event.target.value)} />}
        </FormField>
        {user.has_password ? (
          <FormField label={t.passwordNow} required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />}
          </FormField>
        ) : null}
        {user.has_totp ? <CodeField hint={t.codeHint} value={code} onValue={setCode} /> : null}
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" danger disabled={!ready} loading={leave.isPending}>
            {t.leaveConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
