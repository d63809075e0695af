import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { ClaimList } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { parseClaimSearch, type ClaimSearch } from '@/features/claim/search'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/claims')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: ClaimSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(claimQueries.list('all', parseClaimSearch(deps)))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = parseClaimSearch(Route.useSearch())
  if (isStaff(user)) return <ClaimList scope="all" search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
