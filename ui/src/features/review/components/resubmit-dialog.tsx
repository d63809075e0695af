import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'

const t = reviewPanelText.resubmit

/** Asks whether a project without a change is submitted again. */
export default function ResubmitDialog({ onClose, onSure }: { onClose: () => void; onSure: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.title}
      text={t.text}
      action={t.sure}
      plain
      busy={false}
      onConfirm={onSure}
    />
  )
}
