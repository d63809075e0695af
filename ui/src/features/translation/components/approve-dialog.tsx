import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { toast } from '@/stores/toasts'
import { useApprove, type TranslationLink } from '../api'

/** Asks before a translation is shown on the page of its original: in a list the next card takes the place of the decided one. */
export function ApproveDialog({ link, onClose }: { link: TranslationLink; onClose: () => void }) {
  const approve = useApprove(link, () => toast(t.approved, t.approvedText))
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.approveTitle}
      text={t.approveLead(link.project?.title ?? t.hiddenPack, link.target?.title ?? t.hiddenTarget)}
      action={t.approve}
      plain
      busy={approve.isPending}
      onConfirm={() => approve.mutate(undefined, { onSettled: onClose })}
    />
  )
}
