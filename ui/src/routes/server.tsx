import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'
import { offerQuery } from '@/features/site/offer'
import { titled } from '@/lib/head'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'

export const Route = createFileRoute('/server')({
  validateSearch: (search: Record<string, unknown>): { aff?: string } =>
    typeof search.aff === 'string' && search.aff ? { aff: search.aff } : {},
  loaderDeps: ({ search }) => search,
  staticData: { noindex: true },
  loader: ({ context, deps: { aff = '' } }) => {
    void context.client.prefetchQuery(offerQuery(aff))
    return titled(t.offerTitle)
  },
  component: Page,
})

function Page() {
  const { aff = '' } = Route.useSearch()
  return <OfferPage code={aff} asked={aff !== ''} />
}
