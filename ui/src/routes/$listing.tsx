import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadPlaces, PlaceScreen } from '@/features/directory'
import { searchQueries } from '@/features/discover/api/queries'
import { SearchScreen } from '@/features/discover/components/search-screen'
import { effectiveSize } from '@/features/discover/model/page-sizes'
import { parseListingSearch } from '@/features/discover/model/search-address'
import { brandName } from '@/lib/brand'
import { typeOfListing } from '@/lib/content-types'
import { siteTitle, titleOfType, type Headed } from '@/lib/head'
import { listingDescription } from '@/lib/descriptions.gen'
import { missingPage } from '@/lib/heads.gen'
import { isPlace } from '@/lib/places'
import { usePrefs } from '@/stores/prefs'
import { listingSize } from '@/lib/sizes.gen'

export const Route = createFileRoute('/$listing')({
  validateSearch: parseListingSearch,
  beforeLoad: ({ params, location }) => {
    if (!typeOfListing(params.listing) && !isPlace(params.listing)) throw notFound({ data: missingPage({ path: location.pathname }) })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: search }) => {
    const { listing } = params
    if (isPlace(listing)) return loadPlaces().then(({ load }) => load(context.client, listing, search))
    const type = typeOfListing(listing)
    if (!type) return undefined
    const size = effectiveSize(usePrefs.getState().searchDisplayMode[type.id] ?? 'gallery', search.m ?? listingSize)
    // What is installed on a server is asked for when the server is known.
    if (!search.sid) void context.client.prefetchQuery(searchQueries.page({ type, search, size }))
    return {
      head: {
        title: siteTitle(titleOfType(search.q, type.label)),
        description: listingDescription({ type: type.label, brand: brandName() }),
      },
    } satisfies Headed
  },
  component: Listing,
})

const InstallSearch = lazy(() => import('@/features/server-install').then((module) => ({ default: module.InstallSearch })))

function Listing() {
  const { listing } = Route.useParams()
  const search = Route.useSearch()
  const type = typeOfListing(listing)
  if (isPlace(listing)) {
    return (
      <Suspense>
        <PlaceScreen key={listing} place={listing} search={search} />
      </Suspense>
    )
  }
  if (type && search.sid) {
    return (
      <Suspense>
        <InstallSearch key={type.id + search.sid} sid={search.sid} type={type} search={search} />
      </Suspense>
    )
  }
  // The key gives every type its own filters, texts and scroll.
  return type ? <SearchScreen key={type.id} type={type} search={search} /> : null
}
