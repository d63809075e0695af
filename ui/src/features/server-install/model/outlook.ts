import type { Mod, Plan, PlanQuestion } from '@/lib/hosting/content'
import { neededLoader } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'

/** What is left out of a plan for a reason that is no problem. */
type Calm = 'already_installed' | 'duplicate_project' | 'excluded_by_user'
type Skipped = Plan['skipped'][number]
/** Why a required project does not come along. */
type LeftReason = Exclude<Skipped['reason'], Calm> | 'too_many'

/** A required project that comes along. */
type Coming = { project: string; title: string; number: string; icon: string | null }
/** A required project that does not. Its title is not known where the site does not show it. */
type Left = { project: string; title: string | undefined; reason: LeftReason }

/** What an installation brings beside the chosen version, before it is decided. */
export type Outlook = {
  coming: readonly Coming[]
  left: readonly Left[]
  /** How many required projects the server has already. */
  present: number
}

/** The resolver takes that many projects, and one decision adds that many. */
const MOST_PRESENT = 1_000
const MOST_COMING = 50

const calm: ReadonlySet<string> = new Set<Calm>(['already_installed', 'duplicate_project', 'excluded_by_user'])
const isLeft = (item: Skipped): item is Skipped & { reason: Exclude<Skipped['reason'], Calm> } => !calm.has(item.reason)

/** The projects that count as present on a server: those that were decided, and others that lie enabled on the disk. */
export const presentIn = (mods: readonly Mod[]): readonly string[] => [
  ...new Set(mods.flatMap(({ project_id: id, unmanaged, disabled }) => (id && !(unmanaged && disabled) ? id : []))),
]

/** The question to the resolver, as the server asks it when the version is decided with what it requires. */
export function questionOf(
  server: Pick<Server, 'loader' | 'mc_version'>,
  type: string,
  project: string,
  version: string,
  present: readonly string[],
): PlanQuestion {
  const loader = neededLoader(server, type)
  return {
    project_id: project,
    version_id: version,
    target: {
      ...(server.mc_version ? { game_versions: [server.mc_version] } : {}),
      ...(loader === undefined ? {} : { loaders: [loader] }),
    },
    existing_project_ids: present.slice(0, MOST_PRESENT),
  }
}

/** The projects of a plan that are left out, once each: their titles are asked for. */
export const leftIn = ({ skipped }: Plan): readonly string[] => [
  ...new Set(skipped.filter(isLeft).flatMap(({ project_id: id }) => id || [])),
]

/** What a plan means for the server, with the titles of projects that are left out. */
export function outlookOf({ dependencies, skipped }: Plan, titles: ReadonlyMap<string, string>): Outlook {
  const coming = dependencies.map(({ project_id: project, metadata }) => ({
    project,
    title: metadata.title,
    number: metadata.version_number,
    icon: metadata.icon_url,
  }))
  const left: Left[] = skipped
    .filter(isLeft)
    .map(({ project_id: project, file_name: file, reason }) => ({ project, title: titles.get(project) ?? file ?? undefined, reason }))
  for (const { project, title } of coming.slice(MOST_COMING)) left.push({ project, title, reason: 'too_many' })
  const present = new Set(skipped.filter(({ reason }) => reason === 'already_installed').map(({ project_id: id }) => id))
  return { coming: coming.slice(0, MOST_COMING), left, present: present.size }
}
