import { createFileRoute } from '@tanstack/react-router'
import { ResetNew } from '@/features/auth/components/reset-new'
import { ResetRequest } from '@/features/auth/components/reset-request'
import { brandName } from '@/lib/brand'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/auth/reset-password')({ component: Page })

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  usePageHead(`${t.resetTitle} - ${brandName()}`, { index: false })
  return typeof search.flow === 'string' && search.flow ? <ResetNew key={search.flow} flow={search.flow} /> : <ResetRequest />
}
