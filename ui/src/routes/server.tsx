import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'
import { offerQuery } from '@/lib/offers'

export const Route = createFileRoute('/server')({
  validateSearch: (search: Record<string, unknown>): { aff?: string } =>
    typeof search.aff === 'string' && search.aff ? { aff: search.aff } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { aff = '' } }) => {
    void context.client.prefetchQuery(offerQuery(aff))
  },
  component: Page,
})

function Page() {
  const { aff = '' } = Route.useSearch()
  return <OfferPage code={aff} asked={aff !== ''} />
}
