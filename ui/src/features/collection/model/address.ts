import { contentTypes, type ContentType } from '@/lib/content-types'

export const orders = ['added', 'updated', 'downloads', 'follows', 'name'] as const
export type Order = (typeof orders)[number]

/** What the address says of a collection's page. */
export type CollectionSearch = { q?: string; s?: Exclude<Order, 'added'> }

export function parseCollectionSearch({ q, s }: Record<string, unknown>): CollectionSearch {
  const order = orders.find((one) => one === s)
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}),
    ...(order && order !== 'added' ? { s: order } : {}),
  }
}

/** The type that a path's segment names: `mods`, or `mod` as it is written elsewhere. */
export function typeOfSegment(segment: string | undefined): ContentType | undefined {
  return contentTypes.find(({ id, path }) => id === segment || path === `/${segment}`)
}
