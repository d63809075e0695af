import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { ClaimList, parseClaimSearch } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { brandName } from '@/lib/brand'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { isStaff, useSession } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/moderation/claims')({
  validateSearch: parseClaimSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => (isStaff(context.user) ? void context.client.prefetchQuery(claimQueries.list('all', deps)) : undefined),
  component: Page,
})

function Page() {
  const user = useSession()
  const search = Route.useSearch()
  usePageHead(`${t.all} - ${brandName()}`, { index: false })
  if (isStaff(user)) return <ClaimList scope="all" search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
