import { createFileRoute } from '@tanstack/react-router'
import { ClaimList, parseClaimSearch } from '@/features/claim'
import { brandName } from '@/lib/brand'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/dashboard/claims/')({ validateSearch: parseClaimSearch, component: Page })

function Page() {
  usePageHead(`${t.mine} - ${brandName()}`, { index: false })
  return <ClaimList scope="mine" search={Route.useSearch()} />
}
