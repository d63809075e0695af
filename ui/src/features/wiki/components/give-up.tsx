import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { ProjectPage } from '@/lib/api/types'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { toast } from '@/stores/toasts'
import { useGiveUp } from '../commands'

type GiveUpProps = {
  project: ProjectPage
  draft: { id: string; pages: number }
  /** Whoever publishes at once is never banned. */
  free: boolean
  onClose: () => void
  onDone?: () => void
}

/** Asks before a draft is given up, and says what it costs. */
export default function GiveUp({ project, draft, free, onClose, onDone }: GiveUpProps) {
  const giveUp = useGiveUp(project.id)
  const untouched = draft.pages === 0
  const cost = free ? t.giveUp.free2 : untouched ? t.giveUp.free : t.giveUp.banned
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.giveUp.title}
      text={untouched ? cost : cost + (free ? t.giveUp.kept : t.giveUp.keptBanned)}
      action={t.giveUp.action}
      busy={giveUp.isPending}
      onConfirm={() =>
        // The page of the draft goes with it, before the command is done.
        void giveUp.mutateAsync(draft.id).then(
          () => {
            toast(t.state.givenUpDone)
            onClose()
            onDone?.()
          },
          () => undefined, // a toast tells it
        )
      }
    />
  )
}
