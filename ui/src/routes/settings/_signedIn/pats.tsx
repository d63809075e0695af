import { createFileRoute } from '@tanstack/react-router'
import { tokensQuery } from '@/features/settings/api'
import { TokensPage } from '@/features/settings/components/tokens-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/_signedIn/pats')({
  loader: ({ context }) => void context.client.prefetchQuery(tokensQuery),
  component: Page,
})

function Page() {
  usePageHead(`${t.patsTitle} - ${brandName()}`, { index: false })
  return <TokensPage />
}
