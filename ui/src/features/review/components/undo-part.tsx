import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewUndoText as t } from '@/lib/i18n/zh-Hans/review-undo'
import { toast } from '@/stores/toasts'
import { useUndo, type Undo } from '../undo-api'
import { useHeir } from '../use-heir'
import { UndoNotice } from './undo-notice'
import ui from '@/components/ui/ui.module.css'
import css from './undo.module.css'

const UndoDialog = lazy(() => import('./undo-dialog'))

type UndoPartProps = {
  project: string
  undo: Undo
  /** Who has the focus when there is nothing to undo any more. */
  heir?: () => HTMLElement | null | undefined
}

/** The way to undo the newest decision about a project: alone, or by a proposal, which is shown where there is one. */
export function UndoPart({ project, undo, heir }: UndoPartProps) {
  const send = useUndo(project)
  const [asking, setAsking] = useState(false)
  const part = useHeir<HTMLDivElement>(heir ?? (() => document.getElementById('review-history')))
  const name = undo.moderator?.username ?? t.somebody
  const lead = undo.restores === 'processing' ? t.queueLead : t.undoLead(projectText.statuses[undo.restores] ?? undo.restores)
  return (
    <div ref={part}>
      {undo.proposal ? <UndoNotice proposal={undo.proposal} /> : null}
      {undo.may && (undo.own || !undo.proposal) ? (
        <div className={css.actions}>
          <Button size="sm" onClick={() => setAsking(true)}>
            <Undo2 className={ui.icon} aria-hidden />
            {undo.own ? t.undo : t.propose}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <Suspense>
          <UndoDialog
            title={undo.own ? t.undoTitle : t.proposeTitle}
            lead={undo.own ? lead : `${t.proposeLead(name)}${lead}`}
            hint={t.reasonHint}
            action={undo.own ? t.undo : t.propose}
            send={(reason) => send.mutateAsync({ decision: undo.decision, reason })}
            onDone={() => (undo.own ? toast(t.undone, t.undoneText) : toast(t.proposed, t.proposedText))}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
