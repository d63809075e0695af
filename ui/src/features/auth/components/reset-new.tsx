import { CircleCheck, Unlink } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useResetPassword } from '../api'
import { checkNewPassword } from '../model/validate'
import { AuthCard } from './auth-card'
import { NewPassword } from './new-password'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Sets a new password for whoever came by the link of a letter. */
export function ResetNew({ flow }: { flow: string }) {
  const [form, setForm] = useState({ password: '', confirm: '' })
  const [tried, setTried] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const reset = useResetPassword()
  const errors = tried ? checkNewPassword(form) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(checkNewPassword(form)).length === 0) reset.mutate({ flow, new_password: form.password })
    else requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  if (reset.isSuccess) {
    return (
      <AuthCard title={t.resetDone} icon={CircleCheck} tone="ok">
        <div className={authFormCss.root} role="status">
          <p className={ui.muted}>{t.resetDoneText}</p>
          <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} href="/auth/sign-in">
            {t.signIn}
          </PathLink>
        </div>
      </AuthCard>
    )
  }
  if (ApiError.is(reset.error) && reset.error.code === 'flow_invalid') {
    return (
      <AuthCard title={t.resetBad} icon={Unlink} tone="bad">
        <div className={authFormCss.root} role="alert">
          <p className={ui.muted}>{t.resetBadText}</p>
          <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} href="/auth/reset-password">
            {t.resetRetry}
          </PathLink>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t.resetNewTitle}>
      <form className={authFormCss.root} ref={box} onSubmit={submit} noValidate>
        <p className={ui.muted}>{t.resetNewLead}</p>
        {reset.error ? <Note tone="bad">{reset.error instanceof ApiError ? reset.error.description : siteText.unknownError}</Note> : null}
        <NewPassword
          label={t.newPassword}
          password={form.password}
          confirm={form.confirm}
          errors={errors}
          related={[]}
          onPassword={(password) => setForm({ ...form, password })}
          onConfirm={(confirm) => setForm({ ...form, confirm })}
        />
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={reset.isPending}>
          {t.resetSave}
        </Button>
      </form>
    </AuthCard>
  )
}
