import { useState } from 'react'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { mayUsePasskeys } from '@/lib/passkey-place'
import { isLeaving, useSignIn } from '../api'
import { signInSchema } from '../model/validate'
import { usePasskeySuggestions } from '../passkey-api'
import { AuthCard } from './auth-card'
import { PasskeyButton } from './passkey-button'
import { SecondStep } from './second-step'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'
import { cn } from '@/lib/cn'

/** Signs in with a user name or an e-mail address, and with a second step where the account has one; or with a passkey. */
export function SignInForm({ back, onDone }: { back: string; onDone: () => void }) {
  const [step, setStep] = useState<{ flow: string; code: boolean; passkey: boolean }>()
  // A browser answers one request for a passkey at a time.
  const [asking, setAsking] = useState(false)
  // The name whose account is being left, once the person was asked: signing in with it again keeps the account.
  const [leaving, setLeaving] = useState<string>()
  const signIn = useSignIn()
  const form = useAppForm({
    schema: signInSchema,
    values: { username: '', password: '' },
    send: (values) => signIn.mutateAsync(leaving === values.username ? { ...values, return: true } : values),
    onDone: (started) => ('flow' in started ? setStep(started) : onDone()),
    onFailed: (error) => {
      setLeaving(isLeaving(error) ? form.getValues().username : undefined)
    },
  })
  const returning = leaving !== undefined && leaving === form.watch().username
  usePasskeySuggestions(!asking && !step, onDone)
  if (step) return <SecondStep {...step} returning={leaving !== undefined} onBack={() => setStep(undefined)} onDone={onDone} />
  return (
    <AuthCard
      title={t.signInTitle}
      reasons
      aside={
        <>
          {t.noAccount}{' '}
          <PathLink className={ui.link} to="/auth/sign-up" search={{ redirect: back }}>
            {t.createOne}
          </PathLink>
        </>
      }
    >
      <Form form={form} className={authFormCss.root}>
        <Field form={form} name="username" label={t.identifier} required>
          {(control) => <Input {...control} size="lg" autoComplete="username webauthn" autoCapitalize="none" spellCheck={false} />}
        </Field>
        <Field form={form} name="password" label={t.password} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
          {returning ? t.returnAndSignIn : t.signIn}
        </Button>
        {mayUsePasskeys() ? <PasskeyButton onStart={() => setAsking(true)} onFailed={() => setAsking(false)} onDone={onDone} /> : null}
        <PathLink className={cn(ui.link, ui.text13, authFormCss.forgot)} to="/auth/reset-password">
          {t.forgot}
        </PathLink>
      </Form>
    </AuthCard>
  )
}
