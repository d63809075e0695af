import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { loadHistory } from '@/features/history/load'
import { HistoryScreen } from '@/features/history/components/history-screen'
import { parseHistorySearch, type HistorySearch } from '@/features/history/search'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/history')({
  staticData: { noindex: true },
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: HistorySearch) => search,
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, (project) => loadHistory(client, project.id, parseHistorySearch(location.search))),
  component: History,
})

function History() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  return <HistoryScreen id={id} search={useMemo(() => parseHistorySearch(search), [search])} />
}
