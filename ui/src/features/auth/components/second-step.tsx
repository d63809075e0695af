import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSignInCode } from '../api'
import { AuthCard } from './auth-card'
import buttonCss from '@/components/ui/button.module.css'
import codeFieldCss from '@/components/ui/code-field.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStep({ flow, onBack, onDone }: { flow: string; onBack: () => void; onDone: () => void }) {
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const signIn = useSignInCode()
  useEffect(() => field.current?.focus(), [recovery])
  const send = (text: string) => {
    void signIn
      .mutateAsync({ flow, code: text.trim() })
      .then(onDone)
      .catch(() => {
        setCode('')
        field.current?.focus()
      })
  }
  const change = (text: string) => {
    setCode(text)
    // Six figures are the whole code: nobody should have to press a button after them.
    if (!recovery && /^\d{6}$/.test(text.replace(/\s/g, '')) && !signIn.isPending) send(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (code.trim()) send(code)
    else field.current?.focus()
  }
  const over = ApiError.is(signIn.error) && signIn.error.code === 'flow_invalid'
  return (
    <AuthCard title={t.secondTitle} icon={ShieldCheck}>
      <form className={authFormCss.root} onSubmit={submit} noValidate>
        <p className={ui.muted}>{recovery ? t.recoveryLead : t.secondLead}</p>
        {signIn.error ? <Note tone="bad">{signIn.error instanceof ApiError ? signIn.error.description : siteText.unknownError}</Note> : null}
        <FormField label={recovery ? t.recoveryCode : t.code} error={tried && !code.trim() ? t.required : undefined} required>
          {(control) => (
            <Input
              {...control}
              ref={field}
              size="lg"
              className={codeFieldCss.root}
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={recovery ? 20 : 7}
              disabled={over}
              value={code}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} disabled={over} loading={signIn.isPending}>
          {t.signIn}
        </Button>
        <div className={authFormCss.row}>
          <Button kind="quiet" size="sm" onClick={onBack}>
            {t.startOver}
          </Button>
          <Button
            kind="quiet"
            size="sm"
            onClick={() => {
              setRecovery(!recovery)
              setCode('')
              setTried(false)
            }}
          >
            {recovery ? t.useApp : t.useRecovery}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
