import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { object } from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { passkeyText } from '@/lib/i18n/zh-Hans/passkey'
import { mayUsePasskeys } from '@/lib/passkey-place'
import { useSignInCode } from '../api'
import { filled } from '../model/validate'
import { AuthCard } from './auth-card'
import { PasskeyButton } from './passkey-button'
import buttonCss from '@/components/ui/button.module.css'
import codeFieldCss from '@/components/ui/code-field.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

type Props = {
  flow: string
  /** What the account has beside recovery codes. */
  code: boolean
  passkey: boolean
  /** The person has said that the account, which is being left, stays. */
  returning: boolean
  onBack: () => void
  onDone: () => void
}

/** The second step of a sign-in: a code of the app, a passkey, or a recovery code. */
export function SecondStep({ flow, code, passkey, returning, onBack, onDone }: Props) {
  const [recovery, setRecovery] = useState(!code)
  const withPasskey = passkey && mayUsePasskeys()
  const signIn = useSignInCode()
  const form = useAppForm({
    schema: object({ code: filled }),
    values: { code: '' },
    send: ({ code }) => signIn.mutateAsync({ flow, code, ...(returning ? { return: true } : {}) }),
    onDone,
    onFailed: () => {
      form.setValue('code', '')
      form.setFocus('code')
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [recovery, setFocus])
  const change = (text: string) => {
    // Six digits are a complete code: it is sent without a press of the button.
    if (!recovery && /^\d{6}$/.test(text.replace(/\s/g, ''))) void form.submit()
  }
  const over = ApiError.is(signIn.error) && signIn.error.code === 'flow_invalid'
  return (
    <AuthCard title={t.secondTitle} icon={ShieldCheck}>
      <Form form={form} className={authFormCss.root}>
        <p className={ui.muted}>{!code && withPasskey ? passkeyText.stepLead : recovery ? t.recoveryLead : t.secondLead}</p>
        {withPasskey && !code ? <PasskeyButton flow={flow} primary returning={returning} onDone={onDone} /> : null}
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
        <Button
          type="submit"
          kind={withPasskey && !code ? 'plain' : 'primary'}
          size="lg"
          className={buttonCss.block}
          disabled={over}
          loading={form.pending}
        >
          {t.signIn}
        </Button>
        {withPasskey && code ? <PasskeyButton flow={flow} returning={returning} onDone={onDone} /> : null}
        <div className={authFormCss.row}>
          <Button kind="quiet" size="sm" onClick={onBack}>
            {t.startOver}
          </Button>
          {code ? (
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
          ) : null}
        </div>
      </Form>
    </AuthCard>
  )
}
