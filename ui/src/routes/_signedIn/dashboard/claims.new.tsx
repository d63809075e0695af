import { createFileRoute } from '@tanstack/react-router'
import { ClaimForm } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'

export const Route = createFileRoute('/_signedIn/dashboard/claims/new')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { project?: string }) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.project) void context.client.prefetchQuery(claimQueries.standing(String(deps.project)))
  },
  component: Page,
})

function Page() {
  return <ClaimForm project={String(Route.useSearch().project ?? '')} />
}
