import { createFileRoute } from '@tanstack/react-router'
import { ResetNew } from '@/features/auth/components/reset-new'
import { ResetRequest } from '@/features/auth/components/reset-request'

export const Route = createFileRoute('/auth/reset-password')({
  component: Page,
})

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  return typeof search.flow === 'string' && search.flow ? <ResetNew key={search.flow} flow={search.flow} /> : <ResetRequest />
}
