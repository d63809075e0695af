import { createFileRoute } from '@tanstack/react-router'
import { tokensQuery } from '@/features/settings/api'
import { TokensPage } from '@/features/settings/components/tokens-page'

export const Route = createFileRoute('/settings/_signedIn/pats')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(tokensQuery)
  },
  component: Page,
})

function Page() {
  return <TokensPage />
}
