import { useRef, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSignUp } from '../api'
import { passwordStrength } from '../model/strength'
import { checkSignUp, fieldOf, type SignUpErrors, type SignUpForm as Form } from '../model/validate'
import { AuthCard } from './auth-card'
import { PasswordInput } from './password-input'

const empty: Form = { username: '', email: '', password: '', confirm: '' }

/** Makes an account and signs it in. */
export function SignUpForm({ back, onDone }: { back: string; onDone: () => void }) {
  const [form, setForm] = useState(empty)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const box = useRef<HTMLFormElement>(null)
  const signUp = useSignUp()
  const set = (key: keyof Form) => (event: { target: { value: string } }) => {
    setForm({ ...form, [key]: event.target.value })
    setErrors({ ...errors, [key]: undefined })
  }
  const refuse = (found: SignUpErrors) => {
    setErrors(found)
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkSignUp(form)
    if (Object.keys(found).length > 0) return refuse(found)
    const { username, email, password } = form
    signUp.mutate(
      { username: username.trim(), email: email.trim(), password },
      {
        onSuccess: onDone,
        onError: (error) => {
          const field = error instanceof ApiError ? fieldOf(error.description) : undefined
          if (field && error instanceof ApiError) refuse({ [field]: error.description })
        },
      },
    )
  }
  const failure = signUp.error && !Object.values(errors).some(Boolean) ? signUp.error : null
  const strength = passwordStrength(form.password, [form.username, form.email.split('@')[0] ?? ''])
  return (
    <AuthCard
      title={t.signUpTitle}
      aside={
        <>
          {t.haveAccount} <PathLink className="link" href={`/auth/sign-in?redirect=${encodeURIComponent(back)}`}>{t.goSignIn}</PathLink>
        </>
      }
    >
      <form className="auth-form" ref={box} onSubmit={submit} noValidate>
        {failure ? <Note tone="bad">{failure instanceof ApiError ? failure.description : siteText.unknownError}</Note> : null}
        <FormField label={t.username} hint={t.usernameHint} error={errors.username} required>
          {(control) => <Input {...control} size="lg" autoComplete="username" spellCheck={false} maxLength={39} value={form.username} onChange={set('username')} />}
        </FormField>
        <FormField label={t.email} error={errors.email} required>
          {(control) => <Input {...control} size="lg" type="email" autoComplete="email" inputMode="email" value={form.email} onChange={set('email')} />}
        </FormField>
        <FormField label={t.password} hint={form.password ? t.strengthLabel(t.strength[strength] ?? t.strength[0]) : t.passwordHint} error={errors.password} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" value={form.password} onChange={set('password')} />}
        </FormField>
        <div className={`auth-strength is-${form.password ? strength + 1 : 0}`} aria-hidden />
        <FormField label={t.confirm} error={errors.confirm} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" value={form.confirm} onChange={set('confirm')} />}
        </FormField>
        <Button type="submit" kind="primary" size="lg" className="btn-block" loading={signUp.isPending}>
          {t.signUp}
        </Button>
        <p className="subtle t12">{t.terms}</p>
      </form>
    </AuthCard>
  )
}
