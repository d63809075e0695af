import { createFileRoute } from '@tanstack/react-router'
import { DraftLists } from '@/features/wiki/components/draft-lists'
import { parseDraftSearch, type DraftSearch } from '@/features/wiki/search'

export const Route = createFileRoute('/_signedIn/dashboard/wikis')({
  validateSearch: (search: DraftSearch) => search,
  component: Page,
})

function Page() {
  const { scope = 'mine', page = 1 } = parseDraftSearch(Route.useSearch())
  return <DraftLists scope={scope} page={page} />
}
