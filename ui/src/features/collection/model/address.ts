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
