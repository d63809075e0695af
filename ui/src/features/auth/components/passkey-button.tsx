import { Fingerprint } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { authText } from '@/lib/i18n/zh-Hans/auth'
import { passkeyText as t } from '@/lib/i18n/zh-Hans/passkey'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { isLeaving } from '../api'
import { usePasskeySignIn } from '../passkey-api'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'

type Props = {
  /** The flow of a password whose second step this is. */
  flow?: string
  primary?: boolean
  /** The person has said that the account, which is being left, stays. */
  returning?: boolean
  onStart?: () => void
  onFailed?: () => void
  onDone: () => void
}

/** Signs in with a passkey, and says why it did not. */
export function PasskeyButton({ flow, primary, returning, onStart, onFailed, onDone }: Props) {
  const signIn = usePasskeySignIn(flow)
  const leaving = isLeaving(signIn.error)
  const start = () => {
    onStart?.()
    signIn.mutate(leaving || returning === true, { onSuccess: onDone, onError: onFailed })
  }
  return (
    <>
      {signIn.error ? (
        <Note tone={leaving ? 'warn' : 'bad'}>{ApiError.is(signIn.error) ? signIn.error.description : formText.unexpected}</Note>
      ) : null}
      <Button kind={primary ? 'primary' : 'plain'} size="lg" className={buttonCss.block} loading={signIn.isPending} onClick={start}>
        <Fingerprint className={ui.icon} aria-hidden />
        {leaving ? authText.returnWithPasskey : flow ? t.use : t.signIn}
      </Button>
    </>
  )
}
