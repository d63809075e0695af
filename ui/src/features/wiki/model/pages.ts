import type { Standing, Wiki, WikiNode } from '../api'
import type { Placed } from './tree'

/** A published page as the lists of the reader name it. */
export type Listed = Placed & { slug: string; featured: boolean }

/** The pages of a nested tree. A root names itself as its parent. */
export function listedOf(nodes: readonly WikiNode[]): Listed[] {
  return nodes.flatMap(({ id, title, slug, featured, sort_order, parent_wiki_id, child }) => [
    { id, title, slug, featured, sort_order, parent: parent_wiki_id === id ? '' : parent_wiki_id },
    ...listedOf(child),
  ])
}

/** The page that the wiki shows first: the featured one, else the first root. */
export function homeOf(nodes: readonly WikiNode[]): Listed | undefined {
  const all = listedOf(nodes)
  return all.find(({ featured }) => featured) ?? all[0]
}

/** What the sidebar lists: the viewer's open draft, else the published pages. */
export function shownPages(wiki: Wiki): { draft: boolean; pages: Listed[] } {
  const { cache } = wiki
  const draft = wiki.is_editor_user && cache?.status === 'draft'
  return { draft, pages: listedOf(draft ? cache.cache : wiki.wikis) }
}

type DraftState = NonNullable<Standing['draft']>

/** What the viewer's card says: the first of these that holds. */
export type StateOf =
  | { kind: 'draft'; draft: DraftState }
  | { kind: 'review'; draft: DraftState }
  | { kind: 'rejected'; draft: DraftState }
  | { kind: 'ended'; draft: DraftState }
  | { kind: 'banned'; until: string }
  | { kind: 'may' }
  | { kind: 'not'; why: string }

export function stateOf(standing: Standing, now: number): StateOf {
  const { draft, ended, banned_until: until } = standing
  if (draft?.status === 'draft') return { kind: 'draft', draft }
  if (draft?.status === 'review') return { kind: 'review', draft }
  if (draft?.status === 'reject') return { kind: 'rejected', draft }
  if (until && Date.parse(until) > now) return { kind: 'banned', until }
  if (ended && standing.may_draft) return { kind: 'ended', draft: ended }
  return standing.may_draft ? { kind: 'may' } : { kind: 'not', why: standing.why }
}
