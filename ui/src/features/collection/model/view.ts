import type { CollectionProject, UrlType } from '@/lib/api/types'
import { contentTypes, type ContentType } from '@/lib/content-types'
import { titles } from '@/lib/titles'
import type { Order } from './address'

export type TypeCount = { type: ContentType; count: number }

/** Types of the projects with their counts, in the site's order. */
export function typesOf(projects: readonly CollectionProject[]): TypeCount[] {
  const counts = new Map<UrlType, number>()
  for (const { url_type } of projects) counts.set(url_type, (counts.get(url_type) ?? 0) + 1)
  return contentTypes.flatMap((type) => {
    const count = counts.get(type.id)
    return count ? [{ type, count }] : []
  })
}

const collator = new Intl.Collator('zh-Hans-u-co-pinyin', { numeric: true, sensitivity: 'base' })

const compare: Record<Order, (a: CollectionProject, b: CollectionProject) => number> = {
  added: (a, b) => b.added.localeCompare(a.added),
  updated: (a, b) => b.date_modified.localeCompare(a.date_modified),
  downloads: (a, b) => b.downloads - a.downloads,
  follows: (a, b) => b.follows - a.follows,
  name: (a, b) => collator.compare(titles(a).title, titles(b).title),
}

/** The projects of a collection that match a type and every word, sorted. */
export function viewOf(
  projects: readonly CollectionProject[],
  { type, q = '', s = 'added' }: { type?: UrlType | undefined; q?: string | undefined; s?: Order | undefined },
): CollectionProject[] {
  const words = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return projects
    .filter((one) => type === undefined || one.url_type === type)
    .filter((one) => {
      const text = `${one.title} ${one.title_zh ?? ''} ${one.slug} ${one.author} ${one.description}`.normalize('NFKC').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(compare[s])
}

/** Collections whose name or description contains the text, sorted by name. */
export function findByName<T extends { name: string; description?: string | null }>(collections: readonly T[], text: string): T[] {
  const sought = text.trim().normalize('NFKC').toLowerCase()
  return collections
    .filter(({ name, description }) => `${name} ${description ?? ''}`.normalize('NFKC').toLowerCase().includes(sought))
    .sort((a, b) => collator.compare(a.name, b.name))
}
