import { FormField } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { cn } from '@/lib/cn'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { passwordStrength } from '../model/strength'
import authFormCss from './auth-form.module.css'

type NewPasswordProps = {
  label?: string
  password: string
  confirm: string
  errors: { password?: string | undefined; confirm?: string | undefined }
  /** Words an attacker would try first: name, address. */
  related: readonly string[]
  onPassword: (value: string) => void
  onConfirm: (value: string) => void
}

/** A new password, how hard it is to guess, and the same once more. */
export function NewPassword({ label = t.password, password, confirm, errors, related, onPassword, onConfirm }: NewPasswordProps) {
  const strength = passwordStrength(password, related)
  return (
    <>
      <FormField label={label} hint={password ? t.strengthLabel(t.strength[strength] ?? t.strength[0]) : t.passwordHint} error={errors.password} required>
        {(control) => <PasswordInput {...control} autoComplete="new-password" value={password} onChange={(event) => onPassword(event.target.value)} />}
      </FormField>
      <div className={cn(authFormCss.strength, authFormCss[`level${password ? strength + 1 : 0}`])} aria-hidden />
      <FormField label={t.confirm} error={errors.confirm} required>
        {(control) => <PasswordInput {...control} autoComplete="new-password" value={confirm} onChange={(event) => onConfirm(event.target.value)} />}
      </FormField>
    </>
  )
}
