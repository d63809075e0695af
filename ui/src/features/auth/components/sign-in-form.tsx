import { useState } from 'react'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { providerText } from '@/lib/i18n/zh-Hans/provider'
import { mayUsePasskeys } from '@/lib/passkey-place'
import { isLeaving, useSignIn } from '../api'
import { returnAt } from '../model/outside'
import { signInSchema } from '../model/validate'
import { usePasskeySuggestions } from '../passkey-api'
import { AuthCard } from './auth-card'
import { PasskeyButton } from './passkey-button'
import { ProviderButtons } from './provider-buttons'
import { SecondStep } from './second-step'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'
import { cn } from '@/lib/cn'

type Step = { flow: string; code: boolean; passkey: boolean }

type Props = {
  back: string
  /** Why a sign-in with the account of another site failed. */
  fault?: string | undefined
  /** The other site that signs in to an account that is leaving. */
  leavingBy?: string | undefined
  /** The second step of such a sign-in. */
  second?: Step | undefined
  onDone: () => void
}

/** Signs in with a user name or an e-mail address, and with a second step where the account has one; or with a passkey or another site. */
export function SignInForm({ back, fault, leavingBy, second, onDone }: Props) {
  const [step, setStep] = useState<Step | undefined>(second)
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
        {fault ? (
          <Note
            tone="bad"
            actions={
              leavingBy ? (
                <a className={buttonClass({ size: 'sm' })} href={returnAt(leavingBy, back)}>
                  {providerText.returnHere}
                </a>
              ) : null
            }
          >
            {fault}
          </Note>
        ) : null}
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
        <ProviderButtons back={back} />
      </Form>
    </AuthCard>
  )
}
