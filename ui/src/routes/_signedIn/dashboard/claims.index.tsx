import { createFileRoute } from '@tanstack/react-router'
import { ClaimList } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { parseClaimSearch, type ClaimSearch } from '@/features/claim/search'

export const Route = createFileRoute('/_signedIn/dashboard/claims/')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: ClaimSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(claimQueries.list('mine', parseClaimSearch(deps)))
  },
  component: Page,
})

function Page() {
  return <ClaimList scope="mine" search={parseClaimSearch(Route.useSearch())} />
}
