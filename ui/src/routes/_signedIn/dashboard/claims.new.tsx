import { createFileRoute } from '@tanstack/react-router'
import { ClaimForm } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'

export const Route = createFileRoute('/_signedIn/dashboard/claims/new')({
  validateSearch: (search: Record<string, unknown>) => ({ project: typeof search.project === 'string' ? search.project : '' }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.project) void context.client.prefetchQuery(claimQueries.standing(deps.project))
  },
  component: Page,
})

function Page() {
  return <ClaimForm project={Route.useSearch().project} />
}
