import { createFileRoute } from '@tanstack/react-router'
import { LanguagePage } from '@/features/settings/components/language-page'

export const Route = createFileRoute('/settings/language')({
  component: Page,
})

function Page() {
  return <LanguagePage />
}
