import { Dialog } from '@/components/ui/dialog'
import { OnceSecret } from '@/components/ui/once-secret'
import { webhookText as t } from '@/lib/i18n/zh-Hans/webhook'

/** Shows a new secret, once. */
export function SecretDialog({ secret, onDone }: { secret: string | undefined; onDone: () => void }) {
  return (
    <Dialog open={secret !== undefined} onOpenChange={onDone} title={t.onceTitle} wide>
      {secret ? <OnceSecret secret={secret} text={t.onceText} copy={t.copySecret} done={t.done} onDone={onDone} /> : null}
    </Dialog>
  )
}
