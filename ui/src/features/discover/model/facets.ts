import type { ContentType } from '@/lib/content-types'
import { isLoader } from '@/lib/loaders'
import type { Environment, ListingSearch } from './search-state'

function environmentGroups(chosen: ListingSearch['e']): string[][] {
  const client = chosen?.includes('client')
  const server = chosen?.includes('server')
  if (client && server) return [['client_side:required'], ['server_side:required']]
  if (client)
    return [
      ['client_side:required', 'client_side:optional'],
      ['server_side:optional', 'server_side:unsupported'],
    ]
  if (server)
    return [
      ['client_side:optional', 'client_side:unsupported'],
      ['server_side:required', 'server_side:optional'],
    ]
  return []
}

/** The facets of each environment, in addition to the selected ones. */
export function environmentChoices(chosen: ListingSearch['e']): Record<Environment, string[][]> {
  const beside = (one: Environment) => environmentGroups([...(chosen ?? []), one])
  return { client: beside('client'), server: beside('server') }
}

/** The place of the alternatives among the categories in the facets, from 1; undefined where none is chosen. */
export function alternativesAt({ f, g }: ListingSearch): number | undefined {
  return g?.some((facet) => facet !== 'categories:none' && !isLoader(facet.replace(/^categories:/, ''))) ? (f?.length ?? 0) + 1 : undefined
}

/** The facets of a listing: outer groups must all hold, of an inner group one must. */
export function buildFacets(type: ContentType, search: ListingSearch): string[][] {
  const groups: string[][] = (search.f ?? []).map((facet) => [facet])
  if (search.g?.length) groups.push([...search.g])
  if (search.v) groups.push(search.v.map((version) => `versions:${version}`))
  for (const facet of search.nf ?? []) groups.push([facet.replace(':', '!=')])
  groups.push(...environmentGroups(search.e))
  if (search.l) groups.push(['open_source:true'])
  groups.push([`project_types:${type.id}`])
  return groups
}
