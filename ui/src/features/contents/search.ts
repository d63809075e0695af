import { contentsText } from '@/lib/i18n/zh-Hans/contents'
import { one } from '@/lib/url-search'

export type Show = keyof typeof contentsText.shows

/** What the address holds: the SHA-1 of the file, the list, and the open entry with the archive it is in. */
export type ContentsSearch = { file?: string; show?: Show; path?: string; inside?: string }

/** The search parameters; unknown values are dropped. */
export function parseContentsSearch(search: Record<string, unknown>): ContentsSearch {
  const out: ContentsSearch = {}
  const file = one(search.file).toLowerCase()
  if (/^[0-9a-f]{40}$/.test(file)) out.file = file
  const show = one(search.show)
  if (show in contentsText.shows) out.show = show as Show
  for (const name of ['path', 'inside'] as const) {
    const value = one(search[name])
    if (value && value.length <= 4096) out[name] = value
  }
  return out
}
