import { useState } from 'react'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSignIn } from '../api'
import { signInSchema } from '../model/validate'
import { AuthCard } from './auth-card'
import { SecondStep } from './second-step'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'
import { cn } from '@/lib/cn'

/** Signs in by user name or e-mail address, and where the account asks for it by a code. */
export function SignInForm({ back, onDone }: { back: string; onDone: () => void }) {
  const [flow, setFlow] = useState<string>()
  const signIn = useSignIn()
  const form = useAppForm({
    schema: signInSchema,
    values: { username: '', password: '' },
    send: (values) => signIn.mutateAsync(values),
    onDone: (started) => ('flow' in started ? setFlow(started.flow) : onDone()),
  })
  if (flow) return <SecondStep flow={flow} onBack={() => setFlow(undefined)} onDone={onDone} />
  return (
    <AuthCard
      title={t.signInTitle}
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
          {(control) => <Input {...control} size="lg" autoComplete="username" autoCapitalize="none" spellCheck={false} />}
        </Field>
        <Field form={form} name="password" label={t.password} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
          {t.signIn}
        </Button>
        <PathLink className={cn(ui.link, ui.text13, authFormCss.forgot)} to="/auth/reset-password">
          {t.forgot}
        </PathLink>
      </Form>
    </AuthCard>
  )
}
