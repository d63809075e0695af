import { Hand } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formatDateTime } from '@/lib/format'
import { reviewLockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import type { Lock } from '../lock-api'
import ui from '@/components/ui/ui.module.css'

const t = reviewPanelText.takeOver

type TakeOverAskProps = { lock: Lock; busy: boolean; onSure: () => void; onClose: () => void }

/** Asks in the panel before a review is taken from a moderator who is at work on it. */
export default function TakeOverAsk({ lock, busy, onSure, onClose }: TakeOverAskProps) {
  const name = lock.locked_by?.username ?? reviewLockText.somebody
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.title}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" loading={busy} onClick={onSure}>
            <Hand className={ui.icon} aria-hidden />
            {reviewLockText.takeOver}
          </Button>
        </>
      }
    >
      <p className={ui.muted}>{t.text(name, formatDateTime(lock.locked_at ?? ''))}</p>
    </Dialog>
  )
}
