import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { object } from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useSignInCode } from '../api'
import { filled } from '../model/validate'
import { AuthCard } from './auth-card'
import buttonCss from '@/components/ui/button.module.css'
import codeFieldCss from '@/components/ui/code-field.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStep({ flow, onBack, onDone }: { flow: string; onBack: () => void; onDone: () => void }) {
  const [recovery, setRecovery] = useState(false)
  const signIn = useSignInCode()
  const form = useAppForm({
    schema: object({ code: filled }),
    values: { code: '' },
    send: ({ code }) => signIn.mutateAsync({ flow, code }),
    onDone,
    onFailed: () => {
      form.setValue('code', '')
      form.setFocus('code')
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [recovery, setFocus])
  const change = (text: string) => {
    // Six figures are the whole code: nobody should have to press a button after them.
    if (!recovery && /^\d{6}$/.test(text.replace(/\s/g, ''))) void form.submit()
  }
  const over = ApiError.is(signIn.error) && signIn.error.code === 'flow_invalid'
  return (
    <AuthCard title={t.secondTitle} icon={ShieldCheck}>
      <Form form={form} className={authFormCss.root}>
        <p className={ui.muted}>{recovery ? t.recoveryLead : t.secondLead}</p>
        <Field form={form} name="code" label={recovery ? t.recoveryCode : t.code} required>
          {({ onChange, ...control }) => (
            <Input
              {...control}
              size="lg"
              className={codeFieldCss.root}
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={recovery ? 20 : 7}
              disabled={over}
              onChange={(event) => {
                void onChange(event)
                change(event.target.value)
              }}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} disabled={over} loading={form.pending}>
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
              form.reset()
            }}
          >
            {recovery ? t.useApp : t.useRecovery}
          </Button>
        </div>
      </Form>
    </AuthCard>
  )
}
