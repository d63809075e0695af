import { createFileRoute } from '@tanstack/react-router'
import { ClaimForm } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { titled } from '@/lib/head'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'

export const Route = createFileRoute('/_signedIn/dashboard/claims/new')({
  validateSearch: (search: Record<string, unknown>) => ({ project: typeof search.project === 'string' ? search.project : '' }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.project) void context.client.prefetchQuery(claimQueries.standing(deps.project))
    return titled(t.title)
  },
  component: Page,
})

function Page() {
  return <ClaimForm project={Route.useSearch().project} />
}
