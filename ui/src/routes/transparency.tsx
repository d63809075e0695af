import { createFileRoute } from '@tanstack/react-router'
import { TransparencyPage } from '@/features/transparency/components/transparency-page'
import { transparencyQuery } from '@/features/transparency/queries'
import { brandName } from '@/lib/brand'
import { transparencyDescription } from '@/lib/descriptions.gen'
import { siteTitle, type Headed } from '@/lib/head'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'

export const Route = createFileRoute('/transparency')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(transparencyQuery)
    return { head: { title: siteTitle(t.title), description: transparencyDescription({ brand: brandName() }) } satisfies Headed['head'] }
  },
  component: TransparencyPage,
})
