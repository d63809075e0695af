import { createFileRoute } from '@tanstack/react-router'
import { loadHistory } from '@/features/history/load'
import { HistoryScreen } from '@/features/history/components/history-screen'
import { parseHistorySearch } from '@/features/history/search'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/history')({
  staticData: { noindex: true },
  validateSearch: parseHistorySearch,
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, (project) => loadHistory(client, project.id, parseHistorySearch(location.search))),
  component: History,
})

function History() {
  const { id } = Route.useParams()
  return <HistoryScreen id={id} search={Route.useSearch()} />
}
