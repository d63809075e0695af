import { createFileRoute } from '@tanstack/react-router'
import { WikiHistoryScreen } from '@/features/wiki/components/history-screen'
import { wikiQueries } from '@/features/wiki/api'
import { parseHistorySearch } from '@/features/wiki/search'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/wikis/history/')({
  staticData: { noindex: true },
  validateSearch: parseHistorySearch,
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, ({ id }) => {
      const { page, before } = parseHistorySearch(location.search)
      return client.prefetchQuery(wikiQueries.changes(id, page, before))
    }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <WikiHistoryScreen id={id} search={Route.useSearch()} />
}
