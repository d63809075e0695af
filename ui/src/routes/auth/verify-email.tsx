import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from '@/features/auth/components/verify-email'
import { brandName } from '@/lib/brand'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/auth/verify-email')({ component: Page })

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  usePageHead(`${t.verifyTitle} - ${brandName()}`, { index: false })
  return <VerifyEmail flow={typeof search.flow === 'string' ? search.flow : ''} />
}
