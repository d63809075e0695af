import { createFileRoute } from '@tanstack/react-router'
import { wikiQueries } from '@/features/wiki/api'
import { DraftLists } from '@/features/wiki/components/draft-lists'
import { parseDraftSearch, type DraftSearch } from '@/features/wiki/search'

export const Route = createFileRoute('/_signedIn/dashboard/wikis')({
  validateSearch: (search: DraftSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { scope = 'mine', page = 1 } = parseDraftSearch(deps)
    void context.client.prefetchQuery(wikiQueries.all(scope, page))
  },
  component: Page,
})

function Page() {
  const { scope = 'mine', page = 1 } = parseDraftSearch(Route.useSearch())
  return <DraftLists scope={scope} page={page} />
}
