import { useEffect, useRef, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSignUp } from '../api'
import { prepareProof } from '../proof/proof'
import { checkSignUp, fieldOf, type SignUpErrors, type SignUpForm as Form } from '../model/validate'
import { AuthCard } from './auth-card'
import { NewPassword } from './new-password'
import { Terms } from './terms'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

const empty: Form = { username: '', email: '', password: '', confirm: '' }

/** Makes an account and signs it in. */
export function SignUpForm({ back, onDone }: { back: string; onDone: () => void }) {
  const [form, setForm] = useState(empty)
  const [subscribe, setSubscribe] = useState(false)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const box = useRef<HTMLFormElement>(null)
  const signUp = useSignUp()
  useEffect(prepareProof, [])
  const put = (key: keyof Form) => (value: string) => {
    setForm({ ...form, [key]: value })
    setErrors({ ...errors, [key]: undefined })
  }
  const set = (key: keyof Form) => (event: { target: { value: string } }) => put(key)(event.target.value)
  const refuse = (found: SignUpErrors) => {
    setErrors(found)
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkSignUp(form)
    if (Object.keys(found).length > 0) return refuse(found)
    const { username, email, password } = form
    void signUp
      .mutateAsync({ username: username.trim(), email: email.trim(), password, sign_up_newsletter: subscribe })
      .then(onDone)
      .catch((error: unknown) => {
        prepareProof()
        const field = error instanceof ApiError ? fieldOf(error.description) : undefined
        if (field && error instanceof ApiError) refuse({ [field]: error.description })
      })
  }
  const failure = signUp.error && !Object.values(errors).some(Boolean) ? signUp.error : null
  return (
    <AuthCard
      title={t.signUpTitle}
      aside={
        <>
          {t.haveAccount} <PathLink className={ui.link} href={`/auth/sign-in?redirect=${encodeURIComponent(back)}`}>{t.goSignIn}</PathLink>
        </>
      }
    >
      <form className={authFormCss.root} ref={box} onSubmit={submit} noValidate>
        {failure ? <Note tone="bad">{failure instanceof ApiError ? failure.description : siteText.unknownError}</Note> : null}
        <FormField label={t.username} hint={t.usernameHint} error={errors.username} required>
          {(control) => <Input {...control} size="lg" autoComplete="username" spellCheck={false} maxLength={39} value={form.username} onChange={set('username')} />}
        </FormField>
        <FormField label={t.email} error={errors.email} required>
          {(control) => <Input {...control} size="lg" type="email" autoComplete="email" inputMode="email" value={form.email} onChange={set('email')} />}
        </FormField>
        <NewPassword
          password={form.password}
          confirm={form.confirm}
          errors={errors}
          related={[form.username, form.email.split('@')[0] ?? '']}
          onPassword={put('password')}
          onConfirm={put('confirm')}
        />
        <Checkbox checked={subscribe} onChange={(event) => setSubscribe(event.target.checked)}>
          {t.subscribe}
        </Checkbox>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={signUp.isPending}>
          {t.signUp}
        </Button>
        <Terms before={t.termsBefore} />
      </form>
    </AuthCard>
  )
}
