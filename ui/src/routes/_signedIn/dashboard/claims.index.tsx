import { createFileRoute } from '@tanstack/react-router'
import { ClaimList, parseClaimSearch } from '@/features/claim'
import { claimQueries } from '@/features/claim/api'
import { brandName } from '@/lib/brand'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/dashboard/claims/')({
  validateSearch: parseClaimSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.client.prefetchQuery(claimQueries.list('mine', deps)),
  component: Page,
})

function Page() {
  usePageHead(`${t.mine} - ${brandName()}`, { index: false })
  return <ClaimList scope="mine" search={Route.useSearch()} />
}
