import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, LogIn, MailQuestion, MailWarning } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { signIn } from '@/lib/links'
import { sessionQuery, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { useResendVerification } from '../api'
import { AuthCard } from './auth-card'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

type Outcome = 'verified' | 'already' | 'failed'

/** Redeems the link once while the page is open. */
const verifyQuery = (flow: string) =>
  queryOptions({
    queryKey: ['verify-email', flow] as const,
    queryFn: async ({ client }): Promise<Outcome> => {
      if (!flow) return 'failed'
      try {
        await send('POST', '/v2/auth/email/verify', { body: { flow } })
      } catch (error) {
        if (!ApiError.is(error)) throw error
        if (error.code === 'already_verified') return 'already'
        if (error.code === 'flow_invalid') return 'failed'
        throw error
      }
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return 'verified'
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** The result of an e-mail link. */
export function VerifyEmail({ flow }: { flow: string }) {
  const outcome = useQuery(verifyQuery(flow))
  const user = useSession()
  if (outcome.isError) return <ErrorCard className={ui.around16} error={outcome.error} onRetry={() => void outcome.refetch()} />
  if (!outcome.data || user === undefined) {
    return (
      <AuthCard title={t.verifyTitle}>
        <Loading className={ui.stack}>
          <p className={ui.muted}>{t.verifying}</p>
          <Bone h={40} />
        </Loading>
      </AuthCard>
    )
  }
  // An expired link is no error where the address is verified already.
  const result = outcome.data === 'failed' && user?.email_verified ? 'already' : outcome.data
  if (result === 'failed') return user ? <Failed email={user.email ?? ''} /> : <SignedOut />
  const done = result === 'verified'
  return (
    <AuthCard title={done ? t.verified : t.verifiedAlready} icon={CircleCheck} tone="ok">
      <div className={authFormCss.root} role="status">
        <p className={ui.muted}>{done ? t.verifiedText : t.verifiedAlreadyText}</p>
        <AddressLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} href={user ? '/settings/account' : '/'}>
          {user ? t.toSettings : t.toHome}
        </AddressLink>
      </div>
    </AuthCard>
  )
}

function Failed({ email }: { email: string }) {
  const resend = useResendVerification()
  return (
    <AuthCard title={t.verifyFailed} icon={MailWarning} tone="bad">
      <div className={authFormCss.root} role="alert">
        <p className={ui.muted}>
          {ApiError.is(resend.error) ? resend.error.description : resend.isSuccess ? t.resentText(email) : t.verifyFailedText}
        </p>
        <Button
          kind="primary"
          size="lg"
          className={buttonCss.block}
          disabled={resend.isSuccess}
          loading={resend.isPending}
          onClick={() =>
            void resend
              .mutateAsync()
              .then(() => toast(t.resent))
              .catch(() => undefined)
          }
        >
          {t.resend}
        </Button>
      </div>
    </AuthCard>
  )
}

function SignedOut() {
  return (
    <AuthCard title={t.verifySignedOut} icon={MailQuestion} tone="warn">
      <div className={authFormCss.root} role="alert">
        <p className={ui.muted}>{t.verifySignedOutText}</p>
        <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} {...signIn('/settings/account')}>
          <LogIn className={ui.icon} aria-hidden />
          {t.signIn}
        </PathLink>
      </div>
    </AuthCard>
  )
}
