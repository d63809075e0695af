import { wikiDepth, wikiWeight } from '@/lib/limits.gen'

/** A page of a tree as a list names it: the parent is empty for a root. */
export type Placed = { id: string; title: string; parent: string; sort_order: number }
export type Branch<P extends Placed> = { page: P; children: Branch<P>[]; depth: number }

/** A place among the pages below a parent: behind `after`, or first. */
export type Place = { parent: string; after: string | undefined }
export type Move = { page: string; parent?: string; sort_order?: number }
export type Direction = 'up' | 'down' | 'in' | 'out'

const STEP = 10

/** The order of siblings, as the server has it: by weight, then by title, then by id. */
export function bySiblings(one: Placed, other: Placed): number {
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return one.sort_order - other.sort_order || text(one.title, other.title) || text(one.id, other.id)
}

/** The pages as a tree. A page whose parent is not among them stands at the root. */
export function treeOf<P extends Placed>(pages: readonly P[]): Branch<P>[] {
  const known = new Set(pages.map(({ id }) => id))
  const below = new Map<string, P[]>()
  for (const page of pages) {
    const parent = known.has(page.parent) && page.parent !== page.id ? page.parent : ''
    below.set(parent, [...(below.get(parent) ?? []), page])
  }
  const grow = (parent: string, depth: number): Branch<P>[] =>
    [...(below.get(parent) ?? [])].sort(bySiblings).map((page) => ({ page, depth, children: grow(page.id, depth + 1) }))
  return grow('', 1)
}

/** The pages in the order in which the tree shows them. */
export function inOrder<P extends Placed>(branches: readonly Branch<P>[]): Branch<P>[] {
  return branches.flatMap((branch) => [branch, ...inOrder(branch.children)])
}

const height = (branch: Branch<Placed>): number => 1 + Math.max(0, ...branch.children.map(height))

/** Where one step in a direction takes a page; undefined where it cannot go. */
export function step<P extends Placed>(pages: readonly P[], id: string, direction: Direction): Place | undefined {
  const all = inOrder(treeOf(pages))
  const own = all.find(({ page }) => page.id === id)
  if (!own) return undefined
  const { parent } = own.page
  const above = all.find(({ page }) => page.id === parent)
  const siblings = above ? above.children : treeOf(pages)
  const at = siblings.findIndex(({ page }) => page.id === id)
  const idAt = (index: number) => siblings[index]?.page.id
  switch (direction) {
    case 'up':
      return at > 0 ? { parent: above?.page.id ?? '', after: idAt(at - 2) } : undefined
    case 'down':
      return at < siblings.length - 1 ? { parent: above?.page.id ?? '', after: idAt(at + 1) } : undefined
    case 'in': {
      const into = siblings[at - 1]
      if (!into || own.depth + height(own) > wikiDepth) return undefined
      return { parent: into.page.id, after: into.children.at(-1)?.page.id }
    }
    case 'out':
      return above ? { parent: above.page.parent, after: above.page.id } : undefined
  }
}

/** Whether a page may stand at a place: not below itself, and not too deep. */
export function mayStand<P extends Placed>(pages: readonly P[], id: string, { parent }: Place): boolean {
  const all = inOrder(treeOf(pages))
  const own = all.find(({ page }) => page.id === id)
  if (!own || parent === id || inOrder(own.children).some(({ page }) => page.id === parent)) return false
  const depth = all.find(({ page }) => page.id === parent)?.depth ?? 0
  return depth + height(own) <= wikiDepth
}

/** The fewest changed weights, from the front, with which the pages stand in this order. */
function weigh(order: readonly Placed[]): Map<string, number> {
  const weights = new Map<string, number>()
  let last: Placed | undefined
  for (const page of order) {
    const kept = !last || bySiblings(last, page) < 0
    const weight = kept ? page.sort_order : (last?.sort_order ?? 0) + STEP
    if (weight > wikiWeight) return even(order)
    if (weight !== page.sort_order) weights.set(page.id, weight)
    last = { ...page, sort_order: weight }
  }
  return weights
}

/** Evenly spread weights, where the ones that are there leave no space. */
function even(order: readonly Placed[]): Map<string, number> {
  const apart = Math.max(1, Math.min(STEP, Math.floor(wikiWeight / Math.max(1, order.length - 1))))
  return new Map(
    order
      .map((page, index) => [page, Math.min(wikiWeight, index * apart)] as const)
      .filter(([page, weight]) => page.sort_order !== weight)
      .map(([page, weight]) => [page.id, weight]),
  )
}

/** The changes that put a page to a place: its parent and as few weights as possible. Empty where it stands there. */
export function movesTo<P extends Placed>(pages: readonly P[], id: string, place: Place): Move[] {
  const own = pages.find((page) => page.id === id)
  if (!own || !mayStand(pages, id, place)) return []
  const siblings: Placed[] = pages.filter((page) => page.parent === place.parent && page.id !== id).sort(bySiblings)
  const at = place.after === undefined ? 0 : siblings.findIndex((page) => page.id === place.after) + 1
  const before = siblings[at - 1]
  // Without a weight between its neighbours the page takes that of the one before it.
  const weight = before ? Math.max(before.sort_order, Math.min(own.sort_order, siblings[at]?.sort_order ?? wikiWeight)) : own.sort_order
  const fits = at === 0 ? Math.min(weight, siblings[0]?.sort_order ?? weight) : weight
  const order = siblings.toSpliced(at, 0, { ...own, parent: place.parent, sort_order: fits })
  const weights = weigh(order)
  const moved = own.parent !== place.parent
  const sort_order = weights.get(id) ?? fits
  const first: Move = {
    page: id,
    ...(moved ? { parent: place.parent } : {}),
    ...(sort_order === own.sort_order ? {} : { sort_order }),
  }
  const others = [...weights].filter(([page]) => page !== id).map(([page, one]) => ({ page, sort_order: one }))
  return Object.keys(first).length > 1 ? [first, ...others] : others
}

/** The titles from the root to a page, for lists in which the tree is not seen. */
export function pathOf<P extends Placed>(pages: readonly P[], id: string): P[] {
  const path: P[] = []
  for (let page = pages.find((one) => one.id === id); page && !path.includes(page); ) {
    path.unshift(page)
    const { parent } = page
    page = pages.find((one) => one.id === parent)
  }
  return path
}

/** The pages below which a page may be put: all that are not in its own branch and leave space for it. */
export function parentsFor<P extends Placed>(pages: readonly P[], id: string | undefined): Branch<P>[] {
  return inOrder(treeOf(pages)).filter(({ page, depth }) =>
    id === undefined ? depth < wikiDepth : mayStand(pages, id, { parent: page.id, after: undefined }),
  )
}

const WEIGHT_STEP = 10
/** The weight with which a new page comes after those that are below the same page, so that it does not become the first one. */
export function lastWeight(tree: readonly { parent: string; removed: boolean; sort_order: number }[], parent: string): number {
  const weights = tree.filter((page) => page.parent === parent && !page.removed).map(({ sort_order: weight }) => weight)
  return weights.length === 0 ? 0 : Math.min(wikiWeight, Math.max(...weights) + WEIGHT_STEP)
}
