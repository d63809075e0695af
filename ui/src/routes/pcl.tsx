import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'
import { offerQuery } from '@/lib/offers'

export const Route = createFileRoute('/pcl')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(offerQuery('pcl'))
  },
  component: () => <OfferPage code="pcl" asked={false} />,
})
