import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'
import { offerQuery } from '@/lib/offers'
import { one } from '@/lib/url-search'

export const Route = createFileRoute('/server')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { aff?: string }) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(offerQuery(one(deps.aff)))
  },
  component: Page,
})

function Page() {
  const aff = one(Route.useSearch().aff)
  return <OfferPage code={aff} asked={aff !== ''} />
}
