import type { ChosenVersion, VersionNeeds } from '@/lib/api/types'

type File = { version: string; url: string; filename: string }

/** Between two downloads that nobody pressed one by one: browsers drop some of those that start at once. */
const GAP_MS = 300

/** The required versions that are still to be fetched. One that nothing is known of is never fetched. */
export function stillNeeded(needs: VersionNeeds, got: ReadonlySet<string>): VersionNeeds['dependencies'] {
  return needs.dependencies.filter((one) => one.dependency_type === 'required' && !(one.version && got.has(one.version.id)))
}

/** The files on this site that are still to be fetched: that of the version itself, then those of what it requires. */
export function filesToFetch(version: ChosenVersion, needs: VersionNeeds, got: ReadonlySet<string>): File[] {
  const all = [got.has(version.id) ? null : version, ...stillNeeded(needs, got).map((one) => one.version)]
  const files = all.flatMap((one) => (one?.file ? [{ version: one.id, url: one.file.url, filename: one.file.filename }] : []))
  return files.filter((file, at) => files.findIndex((other) => other.version === file.version) === at)
}

/** Downloads files one after another. Those after the first go on although the dialog is closed meanwhile. */
export function fetchAll(files: readonly File[]): void {
  for (const [at, { url, filename }] of files.entries()) {
    const press = () => {
      const link = document.createElement('a')
      link.href = url
      link.download = filename
      document.body.append(link)
      link.click()
      link.remove()
    }
    if (at === 0) press()
    else setTimeout(press, at * GAP_MS)
  }
}
