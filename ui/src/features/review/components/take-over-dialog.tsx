import { useRouter } from '@tanstack/react-router'
import { Eye, Hand } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ApiError } from '@/lib/api/errors'
import { formatDateTime } from '@/lib/format'
import { reviewLockText as lockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import type { QueueEntry } from '../api'
import { useTakeOver } from '../lock-api'
import { reviewAddress } from '../model/queue'
import ui from '@/components/ui/ui.module.css'

const t = reviewPanelText.takeOver

type TakeOverDialogProps = { entry: QueueEntry; lock: NonNullable<QueueEntry['lock']>; onClose: () => void }

/** Asks before a review is taken from another moderator; watching opens it without. */
export default function TakeOverDialog({ entry, lock, onClose }: TakeOverDialogProps) {
  const router = useRouter()
  const takeOver = useTakeOver(entry.id)
  const open = (watch: boolean) => void router.navigate({ ...reviewAddress(entry), ...(watch ? { state: { watch } } : {}) })
  const failed = (error: Error) => {
    toast(error instanceof ApiError ? error.description : siteText.errorTitle)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(shown) => (shown ? undefined : onClose())}
      title={t.title}
      description={t.text(lock.by.username, formatDateTime(lock.locked_at))}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button onClick={() => open(true)}>
            <Eye className={ui.icon} aria-hidden />
            {t.watch}
          </Button>
          <Button
            kind="primary"
            loading={takeOver.isPending}
            onClick={() => takeOver.mutate(lock.lock, { onSuccess: () => open(false), onError: failed })}
          >
            <Hand className={ui.icon} aria-hidden />
            {lockText.takeOver}
          </Button>
        </>
      }
    >
      <p className={ui.small}>{t.watchHint}</p>
    </Dialog>
  )
}
