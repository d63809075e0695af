import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { proofText as t } from '@/lib/i18n/zh-Hans/proof'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { mayUsePasskeys } from '@/lib/passkey-place'
import { ProviderButtons } from '@/features/auth'
import { providerText } from '@/lib/i18n/zh-Hans/provider'
import { sessionQuery } from '@/lib/session'
import { showDialog } from './show-dialog'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import formCss from '@/components/ui/form.module.css'

/** Asks once who the viewer is. Concurrent commands share the answer. */
let open: Promise<boolean> | undefined

export function askProof(client: QueryClient, from: Element | null = document.activeElement): Promise<boolean> {
  const user = client.getQueryData(sessionQuery.queryKey)
  open ??= showDialog<boolean>(client, from, (answer) => (
    <ProofDialog
      passkey={mayUsePasskeys() && user?.has_passkey === true}
      codes={user?.has_totp !== false}
      providers={user?.has_password === false ? (user.auth_providers ?? []) : []}
      onAnswer={answer}
    />
  )).then((given) => {
    open = undefined
    return given
  })
  return open
}

async function confirmByPasskey() {
  const [{ signWithPasskey }, question] = await Promise.all([import('@/lib/passkey'), send('POST', '/_internal/auth/confirm/begin')])
  const credential = await signWithPasskey(question.options)
  await send('POST', '/v2/auth/confirm', { body: { passkey: { flow: question.flow, credential } } })
}

type ProofDialogProps = {
  passkey: boolean
  codes: boolean
  /** The other sites that sign an account without a password in. */
  providers: readonly string[]
  onAnswer: (given: boolean) => void
}

/** The dialog for a proof: the password, or a code of the second factor or a passkey where the account has them. */
function ProofDialog({ passkey, codes, providers, onAnswer }: ProofDialogProps) {
  const withPassword = providers.length === 0
  const [byCode, setByCode] = useState(!withPassword)
  const byPasskey = useMutation({ mutationFn: confirmByPasskey, onSuccess: () => onAnswer(true), onError: () => undefined })
  const form = useAppForm({
    schema: v.object({
      password: v.pipe(
        v.string(),
        v.check((text) => byCode || text !== '', t.passwordMissing),
      ),
      code: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => !byCode || text !== '', t.codeMissing),
      ),
    }),
    values: { password: '', code: '' },
    send: ({ password, code }) => send('POST', '/v2/auth/confirm', { body: byCode ? { code } : { password } }),
    onDone: () => onAnswer(true),
    onFailed: () => form.setValue(byCode ? 'code' : 'password', ''),
  })
  return (
    <Dialog open onOpenChange={(shown) => (shown ? undefined : onAnswer(false))} title={t.title} description={t.lead}>
      {passkey ? (
        <>
          {byPasskey.error ? (
            <Note tone="bad">{ApiError.is(byPasskey.error) ? byPasskey.error.description : formText.unexpected}</Note>
          ) : null}
          <Button className={buttonCss.block} loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            <Fingerprint className={ui.icon} aria-hidden />
            {t.byPasskey}
          </Button>
        </>
      ) : null}
      {withPassword ? null : (
        <>
          <p className={ui.muted}>{providerText.confirmLead}</p>
          <ProviderButtons back={location.pathname + location.search} only={providers} words={providerText.confirm} />
        </>
      )}
      {withPassword || codes ? (
        <Form form={form}>
          {byCode ? (
            <Field form={form} name="code" label={t.code} required>
              {(control) => <Input {...control} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={20} />}
            </Field>
          ) : (
            <Field form={form} name="password" label={t.password} required>
              {(control) => <PasswordInput {...control} autoComplete="current-password" />}
            </Field>
          )}
          <div className={formCss.actions}>
            {codes && withPassword ? <Button onClick={() => setByCode(!byCode)}>{byCode ? t.byPassword : t.byCode}</Button> : null}
            <Button onClick={() => onAnswer(false)}>{uiText.cancel}</Button>
            <Button type="submit" kind="primary" loading={form.pending}>
              {t.send}
            </Button>
          </div>
        </Form>
      ) : null}
    </Dialog>
  )
}
