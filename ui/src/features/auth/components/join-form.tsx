import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { authText } from '@/lib/i18n/zh-Hans/auth'
import { providerText as t } from '@/lib/i18n/zh-Hans/provider'
import { signIn } from '@/lib/links'
import { joinSchema } from '../model/validate'
import { joiningQuery, useJoin } from '../provider-api'
import { AuthCard } from './auth-card'
import { NameField } from './name-field'
import { Terms } from './terms'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

type Props = { flow: string; back: string; onDone: () => void }

/** The form of a person who came from another site. The account is made when it is sent, not before. */
export function JoinForm({ flow, back, onDone }: Props) {
  const joining = useQuery({ ...joiningQuery(flow), enabled: flow !== '' })
  if (flow === '' || (ApiError.is(joining.error) && joining.error.code === 'flow_invalid')) {
    return (
      <AuthCard title={t.joinOver} icon={Hourglass} tone="warn">
        <div className={authFormCss.root}>
          <p className={ui.muted}>{t.joinOverText}</p>
          <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} {...signIn(back)}>
            {authText.startOver}
          </PathLink>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={t.joinTitle}
      aside={
        <>
          {t.joinHave}{' '}
          <PathLink className={ui.link} {...signIn('/settings/account')}>
            {t.joinSignIn}
          </PathLink>
        </>
      }
    >
      {joining.isError ? (
        <ErrorCard error={joining.error} onRetry={() => void joining.refetch()} />
      ) : joining.data ? (
        <Fields flow={flow} joining={joining.data} onDone={onDone} />
      ) : (
        <Loading>
          <Bone h={240} />
        </Loading>
      )}
    </AuthCard>
  )
}

type Joining = { label: string; name: string; username: string; email: string; verified: boolean }

function Fields({ flow, joining, onDone }: { flow: string; joining: Joining; onDone: () => void }) {
  const join = useJoin()
  const form = useAppForm({
    schema: joinSchema,
    values: { username: joining.username, email: joining.email, sign_up_newsletter: false },
    send: (values) => join.mutateAsync({ flow, ...values }),
    onDone,
  })
  const email = form.watch('email')
  return (
    <Form form={form} className={authFormCss.root}>
      <p className={ui.muted}>{t.joinLead(joining.label, joining.name)}</p>
      <NameField
        form={form}
        name={() => form.getValues('username')}
        onFault={(message) => (message === undefined ? form.clearErrors('username') : form.setError('username', { message }))}
      />
      <Field
        form={form}
        name="email"
        label={authText.email}
        hint={joining.verified && email.trim() === joining.email ? t.joinVerified(joining.label) : undefined}
        required
      >
        {(control) => <Input {...control} size="lg" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Checkbox {...form.field('sign_up_newsletter').control}>{authText.subscribe}</Checkbox>
      <Button type="submit" kind="primary" size="lg" className={buttonCss.block} loading={form.pending}>
        {t.joinSend}
      </Button>
      <Terms before={authText.termsBefore} />
    </Form>
  )
}
