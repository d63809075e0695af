import type { SearchHit, Side } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import type { ContentType } from '@/lib/content-types'
import { formatDate } from '@/lib/format'
import { versionSpan } from '@/lib/game-versions'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { isLoader } from '@/lib/loaders'

const MAX_LOADERS = 2
const withoutLoaders = new Set(['resourcepack', 'datapack', 'software', 'language'])
const withoutEnvironment = new Set(['resourcepack', 'plugin', 'shader', 'datapack', 'software', 'language'])

/** False for types whose one platform says nothing. */
export function showsLoaders(type: ContentType): boolean {
  return !withoutLoaders.has(type.id)
}

function works(side: Side): boolean {
  return side === 'required' || side === 'optional'
}

/** Where a project runs, in words. */
function environmentText(client: Side, server: Side): string {
  if (client === 'unknown' && server === 'unknown') return ''
  if (client === 'optional' && server === 'optional') return t.environments.either
  if (works(client) && works(server)) return t.environments.both
  if (works(client)) return t.environments.client
  return works(server) ? t.environments.server : ''
}

export type HitView = {
  loaders: string[]
  /** Loaders that had no room. */
  moreLoaders: string[]
  categories: string[]
  versions: string
  environment: string
  picture: string | undefined
  pictures: number
  /** Both days of a hit, of which a card shows one. */
  dates: string
}

/** What a result card says about a hit, for the type being browsed. */
export function viewHit(hit: SearchHit, type: ContentType): HitView {
  const loaders = !showsLoaders(type) ? [] : [...new Set(hit.categories)].filter(isLoader)
  return {
    loaders: loaders.slice(0, MAX_LOADERS),
    moreLoaders: loaders.slice(MAX_LOADERS),
    categories: [...new Set(hit.display_categories)].filter((name) => !isLoader(name)).map(categoryLabel),
    versions: versionSpan(hit.versions),
    environment: withoutEnvironment.has(type.id) ? '' : environmentText(hit.client_side, hit.server_side),
    picture: hit.featured_gallery ?? hit.gallery[0],
    dates: t.dates(formatDate(hit.date_created), formatDate(hit.date_modified)),
    pictures: Math.max(hit.gallery.length, hit.featured_gallery ? 1 : 0),
  }
}
