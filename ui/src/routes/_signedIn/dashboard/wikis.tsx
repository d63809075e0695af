import { createFileRoute } from '@tanstack/react-router'
import { DraftLists } from '@/features/wiki/components/draft-lists'
import { wikiQueries } from '@/features/wiki/api'
import { parseDraftSearch } from '@/features/wiki/search'

export const Route = createFileRoute('/_signedIn/dashboard/wikis')({
  validateSearch: parseDraftSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(wikiQueries.all(deps.scope ?? 'mine', deps.page ?? 1))
  },
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  return <DraftLists scope={search.scope ?? 'mine'} page={search.page ?? 1} />
}
