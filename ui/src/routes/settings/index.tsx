import { createFileRoute } from '@tanstack/react-router'
import { DisplayPage } from '@/features/settings/components/display-page'

export const Route = createFileRoute('/settings/')({
  component: Page,
})

function Page() {
  return <DisplayPage />
}
