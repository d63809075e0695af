import type { SearchHit, Side } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { formatDate } from '@/lib/format'
import { versionsInBrief } from '@/lib/game-versions'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { isLoader } from '@/lib/loaders'

const MAX_LOADERS = 2
const withoutLoaders = new Set(['resourcepack', 'datapack', 'software', 'language'])
const withoutEnvironment = new Set(['resourcepack', 'plugin', 'shader', 'datapack', 'software', 'language'])

/** False for types with only one platform. */
export function showsLoaders(type: ContentType): boolean {
  return !withoutLoaders.has(type.id)
}

function works(side: Side): boolean {
  return side === 'required' || side === 'optional'
}

/** The environments of a project, as text. */
function environmentText(client: Side, server: Side): string {
  if (client === 'unknown' && server === 'unknown') return ''
  if (client === 'optional' && server === 'optional') return t.environments.either
  if (client === 'required' && server === 'optional') return t.environments.clientFirst
  if (client === 'optional' && server === 'required') return t.environments.serverFirst
  if (works(client) && works(server)) return t.environments.both
  if (works(client)) return t.environments.client
  return works(server) ? t.environments.server : ''
}

/** What the visitor asks for or plays: it comes first in the facts of a result that supports it. */
export type Chosen = { games: readonly string[]; loaders: readonly string[] }
export const nothingChosen: Chosen = { games: [], loaders: [] }

export type HitView = {
  loaders: string[]
  /** Loaders beyond the limit of the card. */
  moreLoaders: string[]
  /** Their names. */
  categories: string[]
  versions: { text: string; all: string }
  environment: string
  picture: string | undefined
  pictures: number
  /** Both days of a hit, of which a card shows one. */
  dates: string
}

/** The content of a result card for a hit, in a listing of a type. */
export function viewHit(hit: SearchHit, type: ContentType, chosen: Chosen): HitView {
  const all = !showsLoaders(type) ? [] : [...new Set(hit.categories)].filter(isLoader)
  const loaders = [...all.filter((name) => chosen.loaders.includes(name)), ...all.filter((name) => !chosen.loaders.includes(name))]
  return {
    loaders: loaders.slice(0, MAX_LOADERS),
    moreLoaders: loaders.slice(MAX_LOADERS),
    categories: [...new Set(hit.display_categories)].filter((name) => !isLoader(name)),
    versions: versionsInBrief(
      hit.versions,
      chosen.games.find((game) => hit.versions.includes(game)),
    ),
    environment: withoutEnvironment.has(type.id) ? '' : environmentText(hit.client_side, hit.server_side),
    picture: hit.featured_gallery ?? hit.gallery[0],
    dates: t.dates(formatDate(hit.date_created), formatDate(hit.date_modified)),
    pictures: Math.max(hit.gallery.length, hit.featured_gallery ? 1 : 0),
  }
}
