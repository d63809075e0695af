import type { ListedVersion, ProjectPage } from '@/lib/api/types'

type Counted = Pick<ProjectPage, 'opening_downloads'>

/** The columns of a list of versions that say anything. */
export type Known = { downloads: boolean; sizes: boolean }

/** Whether the downloads of a version are known: those of before the project came here are those of no version. */
export function countsDownloads(project: Counted, version: Pick<ListedVersion, 'downloads'>): boolean {
  return version.downloads > 0 || project.opening_downloads === null
}

/** A column that is unknown in each row is left out. */
export function knownOf(project: Counted, versions: readonly Pick<ListedVersion, 'downloads' | 'file'>[]): Known {
  return {
    downloads: versions.some((version) => countsDownloads(project, version)),
    sizes: versions.some(({ file }) => file),
  }
}
