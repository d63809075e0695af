import type { QueryClient } from '@tanstack/react-query'
import { historyQueries } from './api'
import { earlierOf, indexAt } from './model/steps'
import { shownBy, type HistorySearch } from './search'

/** Fetches what the history page shows first, so that nothing below moves when it arrives. */
export async function loadHistory(client: QueryClient, project: string, search: HistorySearch): Promise<void> {
  const past = await client.fetchQuery(historyQueries.steps(project)).catch(() => undefined) // the screen says what is wrong
  const at = past ? indexAt(past.steps, search.as_of) : -1
  const step = past?.steps[at]
  if (!past || !step) return
  const earlier = shownBy(search) === 'changes' ? earlierOf(past.steps, at) : undefined
  await Promise.all([
    client.prefetchQuery(historyQueries.then(project, step.position)),
    earlier
      ? client.prefetchQuery(historyQueries.changes(project, { from: search.from ?? earlier.position, to: step.position }))
      : undefined,
  ])
}
