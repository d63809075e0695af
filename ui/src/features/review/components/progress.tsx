import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { unreviewedStatuses } from '@/lib/statuses.gen'
import type { History } from '../api'
import { expected, formatWithin } from '../model/estimate'
import { formatSpan } from '../model/waiting'
import { Submit } from './submit'
import { Wait } from './wait'
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
const sendable: readonly ProjectStatus[] = unreviewedStatuses.filter((one) => one !== 'processing')

type ProgressProps = { project: ProjectPage; history: History | undefined; member: boolean; now: number }

/** The meaning of the status, the place in the queue and the submit button. */
export function Progress({ project, history, member, now }: ProgressProps) {
  const queue = project.status === 'processing' ? history?.queue : undefined
  const expectation = queue ? expected(queue, now) : undefined
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby="review-progress">
      <div className={ui.cardHead}>
        <h2 id="review-progress">{t.progress}</h2>
        <Badge className={ui.push} tone={tones[project.status] ?? 'neutral'}>
          {projectText.statuses[project.status] ?? project.status}
        </Badge>
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
            <dt>{t.expected}</dt>
            <dd suppressHydrationWarning>{expectation?.text}</dd>
          </div>
          {expectation?.estimate ? (
            <div>
              <dt>{t.half}</dt>
              <dd title={t.basis[expectation.estimate.scope]}>{t.halfWithin(formatWithin(expectation.estimate.median_seconds))}</dd>
            </div>
          ) : null}
          {queue.waiting_seconds === null ? null : (
            <div>
              <dt>{t.waitingMedian}</dt>
              <dd suppressHydrationWarning>{formatSpan(queue.waiting_seconds)}</dd>
            </div>
          )}
        </dl>
      ) : null}
      {queue ? <Next /> : null}
      {member && sendable.includes(project.status) ? <Submit project={project} /> : null}
    </section>
  )
}

/** What happens after the wait. */
function Next() {
  return (
    <div className={css.next}>
      <h3>{t.nextTitle}</h3>
      <ol>
        {t.nextSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <PathLink className={ui.link} to="/transparency">
        {t.more}
      </PathLink>
    </div>
  )
}
