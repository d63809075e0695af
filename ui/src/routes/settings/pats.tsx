import { createFileRoute } from '@tanstack/react-router'
import { TokensPage } from '@/features/auth/components/account/tokens-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/pats')({ component: Page })

function Page() {
  usePageHead(`${t.patsTitle} - ${brandName()}`, { index: false })
  return <TokensPage />
}
