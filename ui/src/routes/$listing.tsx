import { createFileRoute, notFound } from '@tanstack/react-router'
import { SearchScreen } from '@/features/discover/components/search-screen'
import { parseListingSearch } from '@/features/discover/model/search-address'
import { typeOfListing } from '@/lib/content-types'
import { siteText } from '@/lib/i18n/zh-Hans/site'

export const Route = createFileRoute('/$listing')({
  validateSearch: parseListingSearch,
  beforeLoad: ({ params, location }) => {
    if (!typeOfListing(params.listing)) throw notFound({ data: siteText.notFound(location.pathname) })
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
