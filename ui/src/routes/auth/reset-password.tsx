import { createFileRoute } from '@tanstack/react-router'
import { ResetNew } from '@/features/auth/components/reset-new'
import { ResetRequest } from '@/features/auth/components/reset-request'
import { titled } from '@/lib/head'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

export const Route = createFileRoute('/auth/reset-password')({
  loader: () => titled(t.resetTitle),
  component: Page,
})

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  return typeof search.flow === 'string' && search.flow ? <ResetNew key={search.flow} flow={search.flow} /> : <ResetRequest />
}
