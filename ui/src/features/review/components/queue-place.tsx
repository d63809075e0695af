import { useQuery } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { checklistText as t } from '@/lib/i18n/zh-Hans/checklist'
import { reviewQueries } from '../api'
import { formatSpan } from '../model/waiting'
import ui from '@/components/ui/ui.module.css'

/** Where a submitted project stands in the queue, and how long projects usually wait. Nothing while it is not known. */
export default function QueuePlace({ project }: { project: Pick<ProjectPage, 'id' | 'status'> }) {
  const queue = useQuery(reviewQueries.history(project)).data?.queue
  if (!queue) return null
  return (
    <span className={ui.tabular}>
      {t.queue(queue.position, queue.of)}
      {queue.median_wait_seconds === null ? null : <small className={ui.subtle}> {t.median(formatSpan(queue.median_wait_seconds))}</small>}
    </span>
  )
}
