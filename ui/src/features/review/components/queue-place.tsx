import { useQuery } from '@tanstack/react-query'
import { get } from '@/lib/api/client'

import { checklistText as t } from '@/lib/i18n/zh-Hans/checklist'
import { formatSpan } from '../model/waiting'

type Place = { queue: { position: number; of: number; median_wait_seconds: number | null } | null }

/** Where a submitted project stands in the queue, and how long projects usually wait. Nothing while it is not known. */
export default function QueuePlace({ project }: { project: string }) {
  const place = useQuery({
    queryKey: ['review', 'place', project],
    queryFn: ({ signal }) => get<Place>(`/_internal/project/${encodeURIComponent(project)}/history`, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  const queue = place.data?.queue
  if (!queue) return null
  return (
    <span className="num">
      {t.queue(queue.position, queue.of)}
      {queue.median_wait_seconds === null ? null : <small className="subtle"> {t.median(formatSpan(queue.median_wait_seconds))}</small>}
    </span>
  )
}
