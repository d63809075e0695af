import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import type { Alongside, Mod } from '@/lib/hosting/content'
import { neededLoader } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import type { ListingSearch } from '@/features/discover/parts'

/** What the button of a result says. */
export type Stage = 'idle' | 'installing' | 'installed'

/** What became of an installation that was asked for here. `calm` marks words that are no warning. */
export type Attempt = { stage: Stage; said?: string | undefined; failed?: boolean; calm?: boolean }

/** What is said of an installation that was decided: of a version that does not fit, and of what it requires. */
export function saidOf(unfit: string | undefined, { added, missing }: Alongside): Pick<Attempt, 'said' | 'calm'> {
  const words = [
    unfit === undefined ? '' : t.unfitDone(unfit),
    added.length > 0 ? t.alongside(added.map(({ title, version_number: number }) => `${title} ${number}`.trim()).join('、')) : '',
    missing.length > 0
      ? t.missingRequired(missing.map(({ title, reason }) => t.leftOut(title || t.someProject, t.leftOutReasons[reason])).join('、'))
      : '',
  ].filter(Boolean)
  return words.length === 0 ? {} : { said: words.join('；'), calm: unfit === undefined && missing.length === 0 }
}

/** The types that a server takes from the search. */
export const takenTypes: ReadonlySet<string> = new Set(['mod', 'plugin', 'datapack', 'modpack'])

const isPack = (type: ContentType) => type.id === 'modpack'

/** The loader and the game version that the results are for; undefined where the visitor overrides it, or the server has none. */
export function lockOf(type: ContentType, { sogv, sol }: ListingSearch, server: Server): { version?: string; loader?: string } {
  if (isPack(type)) return {}
  const loader = neededLoader(server, type.id)
  return { ...(!sogv && server.mc_version ? { version: server.mc_version } : {}), ...(!sol && loader ? { loader } : {}) }
}

/** Groups of filters that a server decides. */
export function lockedGroups(type: ContentType, search: ListingSearch, server: Server): readonly string[] {
  const { version, loader } = lockOf(type, search, server)
  return [...(version ? ['version'] : []), ...(loader ? ['loader', 'platform'] : [])]
}

/** What is asked for in place of what the address says: what fits the server, without the projects that it has if they are hidden. */
export function askedFor(type: ContentType, search: ListingSearch, server: Server, hidden: readonly string[]): ListingSearch {
  const { version, loader } = lockOf(type, search, server)
  const without = search.shi && !isPack(type) ? hidden.map((id) => `project_id:${id}`) : []
  return {
    ...search,
    ...(version ? { v: [version] } : {}),
    ...(loader ? { g: [`categories:${loader}`] } : {}),
    ...(without.length > 0 ? { nf: [...(search.nf ?? []), ...without] } : {}),
  }
}

/** The projects that are on a server, also those that were not installed from here but have the bytes of a version. */
export const projectsOf = (mods: readonly Mod[]): readonly string[] => [...new Set(mods.flatMap(({ project_id: id }) => id ?? []))]

/** What the button of a result says: what was done here, then what the server has, and its own modpack. */
export function stageOf(project: string, server: Server, present: readonly string[], attempt: Attempt | undefined): Stage {
  if (attempt && attempt.stage !== 'idle') return attempt.stage
  return present.includes(project) || server.upstream?.project_id === project ? 'installed' : 'idle'
}

/** Whether already the result tells that none of its versions fits. */
export function cannotFit(hit: Pick<SearchHit, 'versions' | 'categories'>, server: Server, type: string): boolean {
  const loader = neededLoader(server, type)
  const game = server.mc_version
  return (!!game && !hit.versions.includes(game)) || (loader !== undefined && !hit.categories.includes(loader))
}
