import type { ListedVersion } from '@/lib/api/types'

type Listed = Pick<ListedVersion, 'id' | 'version_number' | 'version_type'>

/** The version to offer of a list that begins with the newest: the newest release, else the newest. */
export const offeredOf = <T extends Listed>(list: readonly T[]): T | undefined =>
  list.find(({ version_type }) => version_type === 'release') ?? list[0]

/** The offered version where it is newer than the present one; a present one that is not listed is older than all. */
export function newestOf<T extends Listed>(list: readonly T[], present: string): T | undefined {
  const offered = offeredOf(list)
  const now = list.findIndex(({ id }) => id === present)
  return offered && (now < 0 || list.indexOf(offered) < now) ? offered : undefined
}
