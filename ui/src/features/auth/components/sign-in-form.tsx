import { useRef, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSignIn } from '../api'
import { AuthCard } from './auth-card'
import { SecondStep } from './second-step'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Signs in by user name or e-mail address, and where the account asks for it by a code. */
export function SignInForm({ back, onDone }: { back: string; onDone: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [flow, setFlow] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!username.trim() || !password) {
      first.current?.focus()
      return
    }
    void signIn
      .mutateAsync({ username: username.trim(), password })
      .then((started) => ('flow' in started ? setFlow(started.flow) : onDone()))
      .catch(() => undefined)
  }
  const missing = (value: string) => (tried && !value.trim() ? t.required : undefined)
  if (flow) return <SecondStep flow={flow} onBack={() => setFlow(undefined)} onDone={onDone} />
  return (
    <AuthCard
      title={t.signInTitle}
      aside={
        <>
          {t.noAccount} <PathLink className={ui.link} href={`/auth/sign-up?redirect=${encodeURIComponent(back)}`}>{t.createOne}</PathLink>
        </>
      }
    >
      <form className={authFormCss.root} onSubmit={submit} noValidate>
        {signIn.error ? <Note tone="bad">{signIn.error instanceof ApiError ? signIn.error.description : siteText.unknownError}</Note> : null}
        <FormField label={t.identifier} error={missing(username)} required>
          {(control) => (
            <Input {...control} ref={first} size="lg" autoComplete="username" autoCapitalize="none" spellCheck={false} value={username} onChange={(e) => setUsername(e.target.value)} />
          )}
        </FormField>
        <FormField label={t.password} error={missing(password)} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" value={password} onChange={(e) => setPassword(e.target.value)} />}
        </FormField>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={signIn.isPending}>
          {t.signIn}
        </Button>
        <PathLink className={cn(ui.link, ui.text13, authFormCss.forgot)} href="/auth/reset-password">
          {t.forgot}
        </PathLink>
      </form>
    </AuthCard>
  )
}
