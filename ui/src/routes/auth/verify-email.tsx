import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from '@/features/auth/components/verify-email'

export const Route = createFileRoute('/auth/verify-email')({
  component: Page,
})

function Page() {
  const search: { flow?: unknown } = Route.useSearch()
  return <VerifyEmail flow={typeof search.flow === 'string' ? search.flow : ''} />
}
