import type { SearchHit } from '@/lib/api/types'
import type { DisplayMode } from '@/stores/prefs'

/** What may have pictures. */
export type Pictured = Pick<SearchHit, 'featured_gallery' | 'gallery'>

/** The mode in which results are shown: no gallery of mostly empty frames, a list instead. */
export function shownMode(mode: DisplayMode, hits: readonly Pictured[] = []): DisplayMode {
  const pictured = hits.filter((hit) => hit.featured_gallery ?? hit.gallery[0])
  return mode === 'gallery' && pictured.length * 2 < hits.length ? 'list' : mode
}
