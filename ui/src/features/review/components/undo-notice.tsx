import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { reviewUndoText as t } from '@/lib/i18n/zh-Hans/review-undo'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { useNow } from '../hooks'
import { formatSpan } from '../model/waiting'
import { useConfirm, useDecline, type Proposal } from '../undo-api'
import ui from '@/components/ui/ui.module.css'
import css from './undo.module.css'

const UndoDialog = lazy(() => import('./undo-dialog'))

/** An open proposal to undo a decision, with what the viewer may answer. */
export function UndoNotice({ proposal, className }: { proposal: Proposal; className?: string }) {
  const now = useNow()
  const left = Math.max(0, (Date.parse(proposal.until) - now) / 1000)
  const decision = reviewText.verb[proposal.type]
  const name = (who: Proposal['proposer']) => who?.username ?? t.somebody
  return (
    <Note tone="warn" className={cn(css.notice, className)}>
      <p>
        <b>{t.standing(name(proposal.proposer), name(proposal.moderator), decision)}</b>{' '}
        <span className={cn(ui.muted, ui.tabular)}>{t.left(formatSpan(left))}</span>
      </p>
      <p className={css.reason}>{t.quoted(proposal.reason)}</p>
      <Answers proposal={proposal} />
    </Note>
  )
}

function Answers({ proposal }: { proposal: Proposal }) {
  const me = useSession()?.id
  const confirm = useConfirm(proposal.project.id)
  const decline = useDecline(proposal.project.id)
  const [declining, setDeclining] = useState(false)
  const { title } = proposal.project
  if (!proposal.decline)
    return <p className={ui.muted}>{proposal.moderator !== null && proposal.moderator.id === me ? t.ownDecision : t.ownProject}</p>
  return (
    <>
      {proposal.own ? <p className={ui.muted}>{t.ownProposal}</p> : null}
      <div className={css.actions}>
        {proposal.confirm ? (
          <Button
            size="sm"
            kind="primary"
            aria-label={t.confirmOf(title)}
            loading={confirm.isPending}
            onClick={() => confirm.mutate(proposal.id, { onSuccess: () => toast(t.confirmed, t.undoneText) })}
          >
            <Undo2 className={ui.icon} aria-hidden />
            {t.confirm}
          </Button>
        ) : null}
        <Button size="sm" aria-label={proposal.own ? t.withdrawOf(title) : t.declineOf(title)} onClick={() => setDeclining(true)}>
          {proposal.own ? t.withdraw : t.decline}
        </Button>
      </div>
      {confirm.error ? (
        <p className={ui.bad} role="alert">
          {confirm.error instanceof ApiError ? confirm.error.description : siteText.errorTitle}
        </p>
      ) : null}
      {declining ? (
        <Suspense>
          <UndoDialog
            title={proposal.own ? t.withdrawTitle : t.declineTitle}
            lead={proposal.own ? t.withdrawLead : t.declineLead}
            hint={t.declineHint}
            action={proposal.own ? t.withdraw : t.decline}
            send={(reason) => decline.mutateAsync({ proposal: proposal.id, reason })}
            onDone={() => toast(proposal.own ? t.withdrawn : t.declined)}
            onClose={() => setDeclining(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
