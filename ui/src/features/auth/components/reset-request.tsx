import { MailCheck } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useRequestReset } from '../api'
import { prepareProof } from '../proof/proof'
import { AuthCard } from './auth-card'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Asks for a letter with a link. Whether there is such an account is told to nobody. */
export function ResetRequest() {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const request = useRequestReset()
  useEffect(prepareProof, [])
  const aside = (
    <>
      {t.rememberedIt} <PathLink className={ui.link} href="/auth/sign-in">{t.goSignIn}</PathLink>
    </>
  )
  if (request.isSuccess) {
    return (
      <AuthCard title={t.resetSent} icon={MailCheck} tone="ok" aside={aside}>
        <div className={authFormCss.root} role="status">
          <p className={ui.muted}>{t.resetSentText}</p>
          <Button onClick={() => request.reset()}>{t.resetAgain}</Button>
        </div>
      </AuthCard>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim()) request.mutate(name.trim())
  }
  return (
    <AuthCard title={t.resetTitle} aside={aside}>
      <form className={authFormCss.root} onSubmit={submit} noValidate>
        <p className={ui.muted}>{t.resetLead}</p>
        {request.error ? <Note tone="bad">{request.error instanceof ApiError ? request.error.description : siteText.unknownError}</Note> : null}
        <FormField label={t.identifier} error={tried && !name.trim() ? t.required : undefined} required>
          {(control) => <Input {...control} size="lg" autoComplete="username" autoCapitalize="none" spellCheck={false} value={name} onChange={(event) => setName(event.target.value)} />}
        </FormField>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={request.isPending}>
          {t.resetSend}
        </Button>
      </form>
    </AuthCard>
  )
}
