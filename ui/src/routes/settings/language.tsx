import { createFileRoute } from '@tanstack/react-router'
import { LanguagePage } from '@/features/settings/components/language-page'
import { titled } from '@/lib/head'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'

export const Route = createFileRoute('/settings/language')({
  loader: () => titled(t.languageTitle),
  component: Page,
})

function Page() {
  return <LanguagePage />
}
