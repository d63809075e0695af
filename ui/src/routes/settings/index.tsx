import { createFileRoute } from '@tanstack/react-router'
import { DisplayPage } from '@/features/settings/components/display-page'
import { titled } from '@/lib/head'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'

export const Route = createFileRoute('/settings/')({
  loader: () => titled(t.displayTitle),
  component: Page,
})

function Page() {
  return <DisplayPage />
}
