import type { VersionPage } from '@/lib/api/types'
import type { VersionDraft } from './version-draft'

export type Difference = { more: string[]; less: string[] }

function difference(now: readonly string[], before: readonly string[]): Difference {
  return { more: now.filter((one) => !before.includes(one)), less: before.filter((one) => !now.includes(one)) }
}

/** How a version to come differs from the last one. */
export function compare(
  draft: VersionDraft,
  previous: VersionPage,
): { loaders: Difference; gameVersions: Difference; dependencies: Difference } {
  const names = (list: readonly { project_id: string | null; file_name: string | null }[]) =>
    list.map((one) => one.project_id ?? one.file_name ?? '')
  return {
    loaders: difference(draft.loaders, previous.loaders),
    gameVersions: difference(draft.game_versions, previous.game_versions),
    dependencies: difference(names(draft.dependencies), names(previous.dependencies)),
  }
}

/** What is taken over from another version: all that usually stays. */
export function takeOver(draft: VersionDraft, previous: VersionPage): Partial<VersionDraft> {
  return {
    version_type: previous.version_type,
    loaders: [...previous.loaders],
    game_versions: [...previous.game_versions],
    dependencies: [
      ...draft.dependencies,
      ...previous.dependencies
        .filter((one) => !draft.dependencies.some((other) => other.project_id === one.project_id && other.file_name === one.file_name))
        .map(({ project_id, file_name, dependency_type }) => ({ project_id, version_id: null, file_name, dependency_type })),
    ],
  }
}
