import type { QueryClient } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { readyLazy } from '@/lib/ready-lazy'

// What other features show of the review, loaded where it is shown.
export const QueuePlace = readyLazy(() => import('./components/queue-place'))
export const ReviewDock = readyLazy(() => import('./components/review-dock'))

/** Fetches what `QueuePlace` reads. */
export async function loadQueuePlace(client: QueryClient, project: Pick<ProjectPage, 'id' | 'status'>): Promise<void> {
  const { reviewQueries } = await import('./api')
  await client.prefetchQuery(reviewQueries.history(project))
}
