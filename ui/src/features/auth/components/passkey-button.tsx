import { Fingerprint } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { passkeyText as t } from '@/lib/i18n/zh-Hans/passkey'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { usePasskeySignIn } from '../passkey-api'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'

type Props = {
  /** The flow of a password whose second step this is. */
  flow?: string
  primary?: boolean
  onStart?: () => void
  onFailed?: () => void
  onDone: () => void
}

/** Signs in with a passkey, and says why it did not. */
export function PasskeyButton({ flow, primary, onStart, onFailed, onDone }: Props) {
  const signIn = usePasskeySignIn(flow)
  const start = () => {
    onStart?.()
    signIn.mutate(undefined, { onSuccess: onDone, onError: onFailed })
  }
  return (
    <>
      {signIn.error ? <Note tone="bad">{ApiError.is(signIn.error) ? signIn.error.description : formText.unexpected}</Note> : null}
      <Button kind={primary ? 'primary' : 'plain'} size="lg" className={buttonCss.block} loading={signIn.isPending} onClick={start}>
        <Fingerprint className={ui.icon} aria-hidden />
        {flow ? t.use : t.signIn}
      </Button>
    </>
  )
}
