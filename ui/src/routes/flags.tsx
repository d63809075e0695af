import { createFileRoute } from '@tanstack/react-router'
import { FlagsPage } from '@/features/site/components/flags-page'
import { titled } from '@/lib/head'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'

export const Route = createFileRoute('/flags')({
  staticData: { noindex: true },
  loader: () => titled(t.flagsTitle),
  component: FlagsPage,
})
