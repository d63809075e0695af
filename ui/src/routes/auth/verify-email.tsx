import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from '@/features/auth/components/verify-email'
import { titled } from '@/lib/head'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

export const Route = createFileRoute('/auth/verify-email')({
  loader: () => titled(t.verifyTitle),
  component: Page,
})

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  return <VerifyEmail flow={typeof search.flow === 'string' ? search.flow : ''} />
}
