import type { FileItem } from '@/lib/hosting/file-types'

export type SortKey = 'name' | 'size' | 'modified'
export type Sort = { by: SortKey; down: boolean }

/** The order in which the node lists: with it pages can be shown as they come. */
export const nodeOrder: Sort = { by: 'name', down: false }

export const isNodeOrder = ({ by, down }: Sort): boolean => by === 'name' && !down

/** The order after a column's head was pressed: numbers begin with the largest, names with the first. */
export const pressed = (sort: Sort, by: SortKey): Sort => (sort.by === by ? { by, down: !sort.down } : { by, down: by !== 'name' })

const names = new Intl.Collator('zh-Hans', { numeric: true, sensitivity: 'base' })
const byName = (a: FileItem, b: FileItem) => names.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)

/** A folder counts by its number of entries among folders. */
const weight = (item: FileItem) => item.size ?? item.count ?? 0

/** Entries in an order; folders stay before everything else. The node's own order is left as it is. */
export function sorted(items: readonly FileItem[], sort: Sort): readonly FileItem[] {
  if (isNodeOrder(sort)) return items
  const turn = sort.down ? -1 : 1
  const compare = (a: FileItem, b: FileItem) =>
    sort.by === 'name'
      ? byName(a, b) * turn
      : ((sort.by === 'size' ? weight(a) - weight(b) : a.modified - b.modified) || byName(a, b) * turn) * turn
  return [...items].sort((a, b) => Number(b.type === 'directory') - Number(a.type === 'directory') || compare(a, b))
}

/** Entries whose names contain a text, whatever the case. */
export function named(items: readonly FileItem[], text: string): readonly FileItem[] {
  const sought = text.trim().toLocaleLowerCase()
  return sought === '' ? items : items.filter(({ name }) => name.toLocaleLowerCase().includes(sought))
}
