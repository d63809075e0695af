import { ReasonDialog } from './reason-dialog'
import type { ProjectPage } from '@/lib/api/types'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { toast } from '@/stores/toasts'
import type { Draft } from '../api'
import { useReject } from '../commands'

type RejectDialogProps = { project: ProjectPage; draft: Draft; onClose: () => void; onDone: () => void }

/** Refuses a submission with a reason that its author reads. */
export function RejectDialog({ project, draft, onClose, onDone }: RejectDialogProps) {
  const reject = useReject(project.id, draft.id)
  return (
    <ReasonDialog
      title={t.rejectTitle}
      lead={t.rejectLead}
      label={t.rejectReason}
      missing={t.noRejectReason}
      action={t.reject}
      keep={`wiki-reject.${draft.id}`}
      danger
      send={(msg) => reject.mutateAsync({ msg, submission: draft.submission })}
      onClose={onClose}
      onDone={() => {
        toast(t.rejected)
        onDone()
      }}
    />
  )
}
