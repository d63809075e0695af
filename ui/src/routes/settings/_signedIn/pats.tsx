import { createFileRoute } from '@tanstack/react-router'
import { tokensQuery } from '@/features/settings/api'
import { TokensPage } from '@/features/settings/components/tokens-page'
import { titled } from '@/lib/head'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'

export const Route = createFileRoute('/settings/_signedIn/pats')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(tokensQuery)
    return titled(t.patsTitle)
  },
  component: Page,
})

function Page() {
  return <TokensPage />
}
