import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'
import { offerQuery } from '@/features/site/offer'
import { titled } from '@/lib/head'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'

export const Route = createFileRoute('/pcl')({
  staticData: { noindex: true },
  loader: ({ context }) => {
    void context.client.prefetchQuery(offerQuery('pcl'))
    return titled(t.offerTitle)
  },
  component: () => <OfferPage code="pcl" asked={false} />,
})
