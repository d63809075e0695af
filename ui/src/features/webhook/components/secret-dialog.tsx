import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { webhookText as t } from '@/lib/i18n/zh-Hans/webhook'
import formCss from '@/components/ui/form.module.css'
import css from './webhook.module.css'

/** Shows a new secret, once. */
export function SecretDialog({ secret, onDone }: { secret: string | undefined; onDone: () => void }) {
  return (
    <Dialog open={secret !== undefined} onOpenChange={onDone} title={t.onceTitle} wide>
      {secret ? (
        <div className={formCss.root}>
          <Note tone="warn">{t.onceText}</Note>
          <p className={css.secret}>
            <code>{secret}</code>
            <CopyButton text={secret} label={t.copySecret} />
          </p>
          <div className={formCss.actions}>
            <Button kind="primary" onClick={onDone}>
              {t.done}
            </Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}
