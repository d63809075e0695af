import type { QueryClient } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { readyLazy } from '@/lib/ready-lazy'

// Parts of the review for other features, loaded on use.
export const QueuePlace = readyLazy(() => import('./components/queue-place'))
export const Verdict = readyLazy(() => import('./components/verdict'))
export const UndoOfEntry = readyLazy(() => import('./components/undo-of-entry'))
export const ReviewMessage = readyLazy(() => import('./components/message').then(({ Message }) => ({ default: Message })))
export const Resubmit = readyLazy(() => import('./components/submit').then(({ Submit }) => ({ default: Submit })))
export const ReviewDock = readyLazy(() => import('./components/review-dock'))

/** Fetches what `QueuePlace` and `Verdict` read. */
export async function loadQueuePlace(client: QueryClient, project: Pick<ProjectPage, 'id' | 'status'>): Promise<void> {
  const { reviewQueries } = await import('./api')
  await client.prefetchQuery(reviewQueries.history(project))
}
