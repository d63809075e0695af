import { useEffect } from 'react'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { signIn } from '@/lib/links'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSignUp } from '../api'
import { prepareProof } from '../proof/proof'
import { signUpSchema } from '../model/validate'
import { AuthCard } from './auth-card'
import { NameField } from './name-field'
import { NewPassword } from './new-password'
import { Terms } from './terms'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Creates an account and signs in. */
export function SignUpForm({ back, onDone }: { back: string; onDone: () => void }) {
  const signUp = useSignUp()
  useEffect(prepareProof, [])
  const form = useAppForm({
    schema: signUpSchema,
    values: { username: '', email: '', password: '', confirm: '', sign_up_newsletter: false },
    send: ({ username, email, password, sign_up_newsletter }) => signUp.mutateAsync({ username, email, password, sign_up_newsletter }),
    onDone,
    onFailed: prepareProof,
  })
  const [username, email, password] = form.watch(['username', 'email', 'password'])
  return (
    <AuthCard
      title={t.signUpTitle}
      reasons
      aside={
        <>
          {t.haveAccount}{' '}
          <PathLink className={ui.link} {...signIn(back)}>
            {t.goSignIn}
          </PathLink>
        </>
      }
    >
      <Form form={form} className={authFormCss.root}>
        <NameField
          form={form}
          name={() => form.getValues('username')}
          onFault={(message) => (message === undefined ? form.clearErrors('username') : form.setError('username', { message }))}
        />
        <Field form={form} name="email" label={t.email} required>
          {(control) => <Input {...control} size="lg" type="email" autoComplete="email" inputMode="email" />}
        </Field>
        <NewPassword form={form} name="password" password={password} related={[username, email.split('@')[0] ?? '']} />
        <Checkbox {...form.field('sign_up_newsletter').control}>{t.subscribe}</Checkbox>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
          {t.signUp}
        </Button>
        <Terms before={t.termsBefore} />
      </Form>
    </AuthCard>
  )
}
