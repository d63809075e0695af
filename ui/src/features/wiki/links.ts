import { projectParams } from '@/lib/links'

type Linked = Parameters<typeof projectParams>[0]

/** The address of a page of a wiki: its home page, the editor and the preview of one's own draft, a review, the history, a change. */
export function wikiOf(project: Linked, part?: 'edit' | 'preview' | 'review' | 'history', item?: string) {
  return { to: '/$type/$id/wikis/{-$part}/{-$item}', params: { ...projectParams(project), part, item } } as const
}

/** The address of a page that is read. */
export function pageOf(project: Linked, slug: string) {
  return { to: '/$type/$id/wiki/$wiki', params: { ...projectParams(project), wiki: slug } } as const
}
