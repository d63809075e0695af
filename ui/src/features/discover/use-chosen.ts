import type { UrlType } from '@/lib/api/types'
import { isLoader } from '@/lib/loaders'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import type { Chosen } from './model/hit-view'
import type { ListingSearch } from './model/search-state'

const filled = (...names: (string | undefined)[]) => names.filter((name) => name !== undefined && name !== '') as string[]

/** What comes first in the results of a type: the filters of the address, then what the visitor plays. */
export function useChosen(): (type: UrlType, search?: Pick<ListingSearch, 'v' | 'g'>) => Chosen {
  const setup = useGameSetup()
  return (type, { v = [], g = [] } = {}) => {
    const { gameVersion, loader } = setupFor(setup, type)
    const asked = g.map((facet) => facet.replace(/^categories:/, '')).filter(isLoader)
    return { games: filled(...v, gameVersion), loaders: asked.length > 0 ? asked : filled(loader) }
  }
}
