import { MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { object } from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Quoted } from '@/components/ui/quoted'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useRequestReset } from '../api'
import { filled } from '../model/validate'
import { prepareProof } from '../proof/proof'
import { AuthCard } from './auth-card'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Requests an e-mail with a link. The answer does not reveal whether the account exists. */
export function ResetRequest() {
  const request = useRequestReset()
  useEffect(prepareProof, [])
  const form = useAppForm({
    schema: object({ username: filled }),
    values: { username: '' },
    send: ({ username }) => request.mutateAsync(username),
  })
  const aside = (
    <>
      {t.rememberedIt}{' '}
      <PathLink className={ui.link} to="/auth/sign-in">
        {t.goSignIn}
      </PathLink>
    </>
  )
  if (request.isSuccess) {
    return (
      <AuthCard title={t.resetSent} icon={MailCheck} tone="ok" aside={aside}>
        <div className={authFormCss.root} role="status">
          <p className={ui.muted}>{t.resetSentText}</p>
          <Quoted text={t.resetSentQuoted} />
          <Button onClick={() => request.reset()}>{t.resetAgain}</Button>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t.resetTitle} aside={aside}>
      <Form form={form} className={authFormCss.root}>
        <p className={ui.muted}>{t.resetLead}</p>
        <Field form={form} name="username" label={t.identifier} required>
          {(control) => <Input {...control} size="lg" autoComplete="username" autoCapitalize="none" spellCheck={false} />}
        </Field>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
          {t.resetSend}
        </Button>
      </Form>
    </AuthCard>
  )
}
