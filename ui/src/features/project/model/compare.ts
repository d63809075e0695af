import type { DependencyType, VersionFile, VersionNeed } from '@/lib/api/types'

/** What came and what went, in the order of the lists. */
export function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  return { added: after.filter((one) => !before.includes(one)), removed: before.filter((one) => !after.includes(one)) }
}

export type FileChange = { name: string; was?: string; before?: number; after?: number; same: boolean }

/** The files of two versions side by side: main files belong together, others go by their names. */
export function compareFiles(before: readonly VersionFile[], after: readonly VersionFile[]): FileChange[] {
  const rest = [...before]
  const take = (found: number) => (found < 0 ? undefined : rest.splice(found, 1)[0])
  const rows = [...after]
    .sort((a, b) => Number(b.primary) - Number(a.primary))
    .map((file): FileChange => {
      const old = take(rest.findIndex((one) => (file.primary ? one.primary : !one.primary && one.filename === file.filename)))
      if (!old) return { name: file.filename, after: file.size, same: false }
      return {
        name: file.filename,
        ...(old.filename === file.filename ? {} : { was: old.filename }),
        before: old.size,
        after: file.size,
        same: old.hashes.sha512 !== undefined && old.hashes.sha512 === file.hashes.sha512,
      }
    })
  return [...rows, ...rest.map((file) => ({ name: file.filename, before: file.size, same: false }))]
}

export type DependencyChange = { key: string; need: VersionNeed; before?: DependencyType; after?: DependencyType }

/** The dependencies that a version names itself; what those require in turn is left out. */
function own(needs: readonly VersionNeed[]): Map<string, VersionNeed> {
  return new Map(needs.filter((one) => !one.required_by).map((one) => [one.project?.id ?? `file ${one.file_name ?? ''}`, one]))
}

/** The dependencies that came, went or changed their kind, and the number of those that stayed. */
export function compareDependencies(
  before: readonly VersionNeed[],
  after: readonly VersionNeed[],
): { changes: DependencyChange[]; kept: number } {
  const [old, now] = [own(before), own(after)]
  const changes: DependencyChange[] = []
  let kept = 0
  for (const [key, need] of now) {
    const was = old.get(key)
    if (was?.dependency_type === need.dependency_type) kept += 1
    else changes.push({ key, need, ...(was ? { before: was.dependency_type } : {}), after: need.dependency_type })
  }
  for (const [key, need] of old) if (!now.has(key)) changes.push({ key, need, before: need.dependency_type })
  return { changes, kept }
}
