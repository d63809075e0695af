import { createFileRoute } from '@tanstack/react-router'
import { ClaimList } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { parseClaimSearch } from '@/features/claim/search'

export const Route = createFileRoute('/_signedIn/dashboard/claims/')({
  validateSearch: parseClaimSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(claimQueries.list('mine', deps))
  },
  component: Page,
})

function Page() {
  return <ClaimList scope="mine" search={Route.useSearch()} />
}
