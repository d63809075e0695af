import { useRouter } from '@tanstack/react-router'
import { Check, CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { useSession } from '@/lib/session'
import { isStaff } from '@/lib/session'
import { formatSpan } from '@/lib/span'
import { tellError } from '@/lib/tell-error'
import { toast } from '@/stores/toasts'
import type { Draft, Preview } from '../api'
import { useAccept } from '../commands'
import { obstacle } from '../model/groups'
import { wikiOf } from '../links'
import { publishedOf } from '../published'
import { Messages } from './messages'
import { PersonLink } from './person-link'
import { RejectDialog } from './reject-dialog'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

type VerdictCardProps = { project: ProjectPage; draft: Draft; preview: Preview; onStale: () => void }

/** Who submitted what and why, and the decision about it. A button that is off says why. */
export function VerdictCard({ project, draft, preview, onStale }: VerdictCardProps) {
  const router = useRouter()
  const staff = isStaff(useSession())
  const accept = useAccept(project.id, draft.id)
  const [rejecting, setRejecting] = useState(false)
  const found = obstacle(draft, preview)
  const why =
    found === undefined
      ? undefined
      : found === 'conflicts'
        ? t.obstacles.conflicts(preview.conflicts.length)
        : found === 'problem'
          ? preview.problem?.description
          : found === 'status'
            ? t.obstacles.status[draft.status]
            : found === 'rights' && staff
              ? t.obstacles.staff
              : t.obstacles[found]
  // The staff may refuse where it may not accept.
  const refuses = draft.status === 'review' && !draft.own && (draft.may_review || staff)
  const leave = () => void router.navigate({ ...wikiOf(project) })
  const approve = () =>
    accept.mutate(preview.seen, {
      onSuccess: () => {
        toast(t.approved)
        void router.navigate(publishedOf(project, preview.groups, draft.tree))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'stale_preview') onStale()
        else tellError(error)
      },
    })
  return (
    <aside className={ui.pile} aria-label={t.review}>
      <section className={cn(ui.card, ui.cardPad, css.card)}>
        <h2 className={ui.heading}>{t.reason}</h2>
        <p className={css.words}>{draft.msg || t.noReasonYet}</p>
        <dl className={keyValuesCss.root}>
          <dt>{t.author}</dt>
          <dd>
            <PersonLink person={draft.author} />
          </dd>
          {draft.submitted ? (
            <>
              <dt>{t.submitted}</dt>
              <dd>{formatDateTime(draft.submitted)}</dd>
              <dt>{t.window}</dt>
              <dd>{formatSpan(Math.max(0, (Date.parse(draft.submitted) - Date.parse(draft.opened)) / 1000))}</dd>
            </>
          ) : null}
          <dt>{t.again}</dt>
          <dd>{t.againOf(draft.again_count)}</dd>
        </dl>
        <Button
          kind="primary"
          disabled={why !== undefined}
          title={why}
          aria-describedby={why ? 'wiki-verdict-why' : undefined}
          loading={accept.isPending}
          onClick={approve}
        >
          <Check className={ui.icon} aria-hidden />
          {t.approve}
        </Button>
        <Button danger disabled={!refuses} title={refuses ? undefined : why} onClick={() => setRejecting(true)}>
          <X className={ui.icon} aria-hidden />
          {t.reject}
        </Button>
        {why ? (
          <p id="wiki-verdict-why" className={css.why}>
            <CircleAlert className={ui.icon14} aria-hidden />
            {why}
          </p>
        ) : null}
      </section>
      <Messages messages={draft.messages} />
      {rejecting ? (
        <RejectDialog
          project={project}
          draft={draft}
          onClose={() => setRejecting(false)}
          onDone={() => {
            setRejecting(false)
            leave()
          }}
        />
      ) : null}
    </aside>
  )
}
