import { useQuery } from '@tanstack/react-query'
import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { searchQueries } from './api/queries'
import { fittingFacets } from './model/playing'
import type { ListingSearch } from './model/search-state'

const none: readonly string[] = []

/** Ids of the results with a version for the game setup. Empty where all have one, or no setup is known. */
export function useFitting(type: ContentType, search: ListingSearch, hits: readonly SearchHit[]): readonly string[] {
  const setup = setupFor(useGameSetup(), type.id)
  const facets = fittingFacets(
    type,
    search,
    setup,
    hits.map((hit) => hit.project_id),
  )
  const answer = useQuery({ ...searchQueries.fitting(facets ?? []), enabled: facets !== undefined })
  return facets ? (answer.data ?? none) : none
}
