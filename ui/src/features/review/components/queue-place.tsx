import { useQuery } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { checklistText as t } from '@/lib/i18n/zh-Hans/checklist'
import { reviewQueries } from '../api'
import { expected } from '../model/estimate'
import { formatSpan } from '../model/waiting'
import ui from '@/components/ui/ui.module.css'

/** The place of a submitted project in the queue and the expected waiting time; empty while unknown. */
export default function QueuePlace({ project }: { project: Pick<ProjectPage, 'id' | 'status'> }) {
  const queue = useQuery(reviewQueries.history(project)).data?.queue
  if (!queue) return null
  return (
    <span className={ui.tabular}>
      {t.queue(queue.position, queue.of)}
      {queue.estimate ? (
        <small className={ui.subtle} suppressHydrationWarning>
          {' '}
          {expected(queue, Date.now()).text}
        </small>
      ) : null}
      {queue.waiting_seconds === null ? null : (
        <small className={ui.subtle} suppressHydrationWarning>
          {' '}
          {t.waiting(formatSpan(queue.waiting_seconds))}
        </small>
      )}
    </span>
  )
}
