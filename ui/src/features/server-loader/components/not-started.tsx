import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { BackupFailed } from '../use-install'

const t = serverLoaderText.run

type NotStartedProps = { error: Error; onRetry: () => void; onDismiss: () => void }

/** Why an installation was not even given to the node. */
export function NotStarted({ error, onRetry, onDismiss }: NotStartedProps) {
  return (
    <Note
      tone="bad"
      actions={
        <>
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
          <Button size="sm" kind="quiet" onClick={onDismiss}>
            {t.dismiss}
          </Button>
        </>
      }
    >
      <b>{t.ended}</b>
      <p>{error instanceof BackupFailed ? t.backupFailed : ApiError.is(error) ? error.description : formText.unexpected}</p>
    </Note>
  )
}
