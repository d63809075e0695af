import { createFileRoute } from '@tanstack/react-router'
import { DisplayPage } from '@/features/settings/components/display-page'
import { brandName } from '@/lib/brand'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/')({ component: Page })

function Page() {
  usePageHead(`${t.displayTitle} - ${brandName()}`, { index: false })
  return <DisplayPage />
}
