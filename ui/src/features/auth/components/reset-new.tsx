import { CircleCheck, Unlink } from 'lucide-react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Quoted } from '@/components/ui/quoted'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { useResetPassword } from '../api'
import { resetSchema } from '../model/validate'
import { AuthCard } from './auth-card'
import { NewPassword } from './new-password'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** Sets a new password with the token of an e-mail link. */
export function ResetNew({ flow }: { flow: string }) {
  const reset = useResetPassword()
  const form = useAppForm({
    schema: v.intersect([resetSchema, v.object({ end_tokens: v.boolean() })]),
    values: { new_password: '', confirm: '', end_tokens: false },
    send: ({ new_password, end_tokens }) => reset.mutateAsync({ flow, new_password, end_tokens }),
  })
  if (reset.isSuccess) {
    return (
      <AuthCard title={t.resetDone} icon={CircleCheck} tone="ok">
        <div className={authFormCss.root} role="status">
          <p className={ui.muted}>{form.written.end_tokens ? t.resetDoneAndTokensText : t.resetDoneText}</p>
          <Quoted text={t.resetDoneQuoted} />
          <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} to="/auth/sign-in">
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
          <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} to="/auth/reset-password">
            {t.resetRetry}
          </PathLink>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t.resetNewTitle}>
      <Form form={form} className={authFormCss.root}>
        <p className={ui.muted}>{t.resetNewLead}</p>
        <NewPassword form={form} name="new_password" label={t.newPassword} password={form.watch('new_password')} related={[]} />
        <Checkbox {...form.field('end_tokens').control}>{t.endTokens}</Checkbox>
        <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
          {t.resetSave}
        </Button>
      </Form>
    </AuthCard>
  )
}
