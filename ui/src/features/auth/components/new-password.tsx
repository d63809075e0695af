import { Field } from '@/components/form/form'
import type { FieldsOf } from '@/components/form/use-app-form'
import { PasswordInput } from '@/components/ui/password-input'
import { cn } from '@/lib/cn'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { passwordStrength } from '../model/strength'
import authFormCss from './auth-form.module.css'

type NewPasswordProps<N extends string> = {
  form: FieldsOf<N | 'confirm'>
  name: N
  label?: string
  /** The current text. */
  password: string
  /** Words that an attacker tries first: name, address. */
  related: readonly string[]
}

/** A new password with its strength, and its repetition. */
export function NewPassword<N extends 'password' | 'new_password'>({
  form,
  name,
  label = t.password,
  password,
  related,
}: NewPasswordProps<N>) {
  const strength = passwordStrength(password, related)
  return (
    <>
      <Field
        form={form}
        name={name}
        label={label}
        hint={password ? t.strengthLabel(t.strength[strength] ?? t.strength[0]) : t.passwordHint}
        required
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      <div className={cn(authFormCss.strength, authFormCss[`level${password ? strength + 1 : 0}`])} aria-hidden />
      <Field form={form} name="confirm" label={t.confirm} required>
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
    </>
  )
}
