import { createFileRoute, notFound } from '@tanstack/react-router'
import { searchQueries } from '@/features/discover/api/queries'
import { SearchScreen } from '@/features/discover/components/search-screen'
import { effectiveSize } from '@/features/discover/model/page-sizes'
import { DEFAULT_SIZE, parseListingSearch } from '@/features/discover/model/search-address'
import { brandName } from '@/lib/brand'
import { typeOfListing } from '@/lib/content-types'
import type { Headed } from '@/lib/head'
import { foundTitle, listingDescription, listingTitle } from '@/lib/heads.gen'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { usePrefs } from '@/stores/prefs'

export const Route = createFileRoute('/$listing')({
  validateSearch: parseListingSearch,
  beforeLoad: ({ params, location }) => {
    if (!typeOfListing(params.listing)) throw notFound({ data: siteText.notFound(location.pathname) })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: search }) => {
    const type = typeOfListing(params.listing)
    if (!type) return undefined
    const size = effectiveSize(usePrefs.getState().searchDisplayMode[type.id] ?? 'gallery', search.m ?? DEFAULT_SIZE)
    void context.client.prefetchQuery(searchQueries.page({ type, search, size }))
    const words = { type: type.label, brand: brandName() }
    const title = search.q ? foundTitle({ type: type.label, text: search.q }) : listingTitle(words)
    return { head: { title, description: listingDescription(words) } } satisfies Headed
  },
  component: Listing,
})

function Listing() {
  const { listing } = Route.useParams()
  const search = Route.useSearch()
  const type = typeOfListing(listing)
  // The key gives every type its own filters, texts and scroll.
  return type ? <SearchScreen key={type.id} type={type} search={search} /> : null
}
