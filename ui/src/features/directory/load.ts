import type { QueryClient } from '@tanstack/react-query'
import { siteTitle, type Headed } from '@/lib/head'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import type { Place } from '@/lib/places'
import { directoryQueries, type PlaceSearch } from './queries'

/** Requests the page of a place and names it. */
export function load(client: QueryClient, place: Place, search: PlaceSearch): Headed {
  if (place === 'search') void client.prefetchQuery(directoryQueries.all(search))
  else if (place === 'collections') void client.prefetchQuery(directoryQueries.collections(search))
  else void client.prefetchQuery(directoryQueries.people(place, search))
  return { head: { title: siteTitle(search.q ? t.titled(search.q, t.places[place]) : t.places[place]) } }
}
