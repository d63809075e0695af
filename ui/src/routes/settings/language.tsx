import { createFileRoute } from '@tanstack/react-router'
import { LanguagePage } from '@/features/settings/components/language-page'
import { brandName } from '@/lib/brand'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/settings/language')({ component: Page })

function Page() {
  usePageHead(`${t.languageTitle} - ${brandName()}`, { index: false })
  return <LanguagePage />
}
