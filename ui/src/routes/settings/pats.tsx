import { createFileRoute } from '@tanstack/react-router'
import { TokensPage } from '@/features/settings/components/tokens-page'
import { brandName } from '@/lib/brand'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { usePageHead } from '@/lib/title'
import { signedIn } from '../-signed-in'

export const Route = createFileRoute('/settings/pats')({ beforeLoad: signedIn, component: Page })

function Page() {
  usePageHead(`${t.patsTitle} - ${brandName()}`, { index: false })
  return <TokensPage />
}
