import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { serverParts } from '@/lib/server-parts.gen'

/** A page of a server below its overview: its first segment, and its second one where there is one. */
export type Place = { part?: string | undefined; sub?: string | undefined }

/** The title of a page; undefined where there is no such page. */
export function titleOf({ part, sub }: Place): string | undefined {
  return part === undefined ? t.tabs.overview : serverParts[sub === undefined ? part : `${part}/${sub}`]
}
