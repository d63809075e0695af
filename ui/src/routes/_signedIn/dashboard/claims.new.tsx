import { createFileRoute } from '@tanstack/react-router'
import { ClaimForm } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { brandName } from '@/lib/brand'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/dashboard/claims/new')({
  validateSearch: (search: Record<string, unknown>) => ({ project: typeof search.project === 'string' ? search.project : '' }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => (deps.project ? void context.client.prefetchQuery(claimQueries.standing(deps.project)) : undefined),
  component: Page,
})

function Page() {
  usePageHead(`${t.title} - ${brandName()}`, { index: false })
  return <ClaimForm project={Route.useSearch().project} />
}
