import { pageOf, wikiOf } from './links'
import { partsOf, type Groups } from './model/groups'
import type { Placed } from './model/tree'

/** Where to go when a preview was published: to the first page that it wrote, else to the home page. */
export function publishedOf(project: Parameters<typeof wikiOf>[0], groups: Groups, tree: readonly Placed[]) {
  const parts = partsOf(groups, tree)
  const page = (parts.find(({ group }) => group === 'bodies' || group === 'added') ?? parts.find(({ now }) => now))?.now
  return page ? pageOf(project, page.slug) : wikiOf(project)
}
