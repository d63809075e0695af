import { createFileRoute } from '@tanstack/react-router'
import { FrogPage } from '@/features/site/components/frog-page'
import { frogQuery } from '@/features/site/frog'
import { titled } from '@/lib/head'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'

export const Route = createFileRoute('/frog')({
  staticData: { noindex: true },
  loader: ({ context }) => {
    void context.client.prefetchQuery(frogQuery)
    return titled(t.frogTitle)
  },
  component: FrogPage,
})
