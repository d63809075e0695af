import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useSubmit, type History } from '../api'
import { formatSpan } from '../model/waiting'
import { Wait } from './wait'
import buttonCss from '@/components/ui/button.module.css'
import queueCss from '@/components/ui/queue.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './progress.module.css'

const tones: Partial<Record<ProjectStatus, Tone>> = {
  approved: 'ok',
  processing: 'info',
  rejected: 'bad',
  withheld: 'warn',
  archived: 'warn',
}
const sendable: readonly ProjectStatus[] = ['draft', 'rejected', 'withheld']

type ProgressProps = { project: ProjectPage; history: History | undefined; member: boolean; now: number }

/** What the status means, the place in the queue, and the button that sends a project in. */
export function Progress({ project, history, member, now }: ProgressProps) {
  const queue = project.status === 'processing' ? history?.queue : undefined
  const median = queue?.median_wait_seconds
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby="review-progress">
      <div className={ui.cardHead}>
        <h2 id="review-progress">{t.progress}</h2>
        <Badge tone={tones[project.status] ?? 'neutral'}>{projectText.statuses[project.status] ?? project.status}</Badge>
      </div>
      <p className={css.explain} aria-live="polite">
        {t.explain[project.status]}
      </p>
      {queue ? (
        <dl className={queueCss.facts}>
          <div>
            <dt>{t.queuePlace}</dt>
            <dd>
              <b>{t.place(formatExact(queue.position))}</b> <small>{t.placeOf(formatExact(queue.of))}</small>
            </dd>
          </div>
          <div>
            <dt>{t.waited}</dt>
            <dd>
              <Wait since={queue.queued} now={now} />
            </dd>
          </div>
          <div>
            <dt>{t.median}</dt>
            <dd>{typeof median === 'number' ? formatSpan(median) : t.noMedian}</dd>
          </div>
        </dl>
      ) : null}
      {member && sendable.includes(project.status) ? <Submit project={project} /> : null}
    </section>
  )
}

/** Sends the project in. What the server found missing keeps the button off until something has changed. */
function Submit({ project }: { project: ProjectPage }) {
  const submit = useSubmit(project)
  const [refused, setRefused] = useState<{ project: ProjectPage; text: string }>()
  const reason = useId()
  // The cached document keeps its identity as long as its content does.
  const off = refused?.project === project
  const press = () => {
    setRefused(undefined)
    submit.mutate(undefined, {
      onError: (error) => {
        if (ApiError.is(error, 400)) setRefused({ project, text: error.description })
      },
    })
  }
  const other = submit.isError && !ApiError.is(submit.error, 400) ? submit.error : undefined
  return (
    <div className={css.submit}>
      {off ? <Note tone="bad">{refused.text}</Note> : null}
      {other ? <Note tone="bad">{other instanceof ApiError ? other.description : uiText.errorTitle}</Note> : null}
      <Button
        kind="primary"
        className={buttonCss.block}
        disabled={off}
        loading={submit.isPending}
        aria-describedby={reason}
        onClick={press}
      >
        <Send className={ui.icon} aria-hidden />
        {project.status === 'draft' ? t.submit : t.resubmit}
      </Button>
      <p id={reason} className={ui.small}>
        {off ? t.refused : t.submitLead}
      </p>
    </div>
  )
}
