import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Card } from '@/components/ui/card'
import { Pic } from '@/components/ui/pic'
import { Bone } from '@/components/ui/feedback'
import { expected, formatSpan, reviewQueries, secondsSince } from '@/features/review'
import type { Project } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { ownParams } from '../model'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './queue-card.module.css'

const CELLS = 24

/** Where the first of one's waiting projects stands in the queue. Without one there is no card. */
export function QueueCard({ waiting }: { waiting: readonly Project[] }) {
  const [first] = waiting
  return first ? <Place project={first} others={waiting.length - 1} /> : null
}

function Place({ project, others }: { project: Project; others: number }) {
  const queue = useQuery(reviewQueries.history(project)).data?.queue
  const params = ownParams(project)
  const cells = Math.min(CELLS, queue?.of ?? CELLS)
  const mine = queue ? Math.max(1, Math.round((queue.position / queue.of) * cells)) : 0
  return (
    <Card id="dash-queue" title={t.queueTitle}>
      <div className={css.inner}>
        <div className={cn(itemCss.root, ui.result)}>
          <Pic src={project.icon_url} project={project.id} name={project.title} color={project.color} size={32} />
          <div>
            <b className={ui.clip}>
              <PathLink className={ui.resultLink} to="/$type/$id/moderation" params={params}>
                {project.title}
              </PathLink>
            </b>
            {project.queued ? (
              <small title={formatDateTime(project.queued)}>{t.waited(formatSpan(secondsSince(project.queued, Date.now())))}</small>
            ) : null}
          </div>
        </div>
        {queue ? (
          <>
            <p className={css.place}>
              {t.queueAt} <b>{formatExact(queue.position)}</b> {t.queueUnit}
            </p>
            <div className={css.line} aria-hidden>
              {Array.from({ length: cells }, (_, index) => (
                <i key={index} className={cn(index + 1 < mine && css.ahead, index + 1 === mine && css.me)} />
              ))}
            </div>
            <div className={css.legend}>
              <span>{t.queueFirst}</span>
              <span>{t.queueOf(formatExact(queue.of))}</span>
            </div>
            <ul className={cn(ui.small, css.waits)}>
              <li>{expected(queue, Date.now()).text}</li>
              {typeof queue.waiting_seconds === 'number' ? <li>{t.waitingWait(formatSpan(queue.waiting_seconds))}</li> : null}
            </ul>
          </>
        ) : (
          <div className={css.bone}>
            <Bone w="50%" h={24} />
            <Bone w="100%" h={12} />
          </div>
        )}
        <p className={ui.small}>
          {t.queueHint} {others > 0 ? t.otherWaiting(others) : null}{' '}
          <PathLink className={ui.link} to="/$type/$id/moderation" params={params}>
            {t.history}
          </PathLink>
        </p>
      </div>
    </Card>
  )
}
