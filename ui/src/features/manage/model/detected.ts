import type { Detected } from '../staged'
import { guessFromFile, type VersionDraft } from './version-draft'

/** The fields that a file can fill in. */
export type FillField = 'version_number' | 'version_type' | 'loaders' | 'game_versions'

/** Where a value came from, and what stood there before. */
export type Fill = { source: string; before: VersionDraft[FillField] }
export type Filled = Partial<Record<FillField, Fill>>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Fills in what a file says of itself. What a person has typed or chosen is never overwritten; what another file
 * filled in is.
 */
export function fillIn(
  draft: VersionDraft,
  filled: Filled,
  touched: ReadonlySet<string>,
  file: { name: string; detected: Detected },
  fromName: string,
): { draft: VersionDraft; filled: Filled } {
  const { detected } = file
  const guess = detected.version_number ? undefined : guessFromFile(file.name)
  const said: Partial<Record<FillField, { value: VersionDraft[FillField]; source: string }>> = {
    ...(guess
      ? { version_number: { value: guess.number, source: fromName }, version_type: { value: guess.channel, source: fromName } }
      : {}),
    ...(detected.version_number ? { version_number: detected.version_number } : {}),
    ...(detected.version_type ? { version_type: detected.version_type } : {}),
    ...(detected.loaders ? { loaders: detected.loaders } : {}),
    ...(detected.game_versions ? { game_versions: detected.game_versions } : {}),
  }
  const next = { ...draft }
  const marks: Filled = { ...filled }
  for (const field of Object.keys(said) as FillField[]) {
    const one = said[field]
    if (!one || touched.has(field) || same(one.value, draft[field])) continue
    marks[field] = { source: one.source, before: filled[field]?.before ?? draft[field] }
    Object.assign(next, { [field]: one.value })
  }
  return { draft: next, filled: marks }
}

/** The versions of the game that a file allows and that are not chosen; and, of an open range, those beyond. */
export function unchosen(detected: Detected | undefined, chosen: readonly string[]): { missing: string[]; beyond: string[] } {
  const range = detected?.game_versions
  if (!range || chosen.length === 0) return { missing: [], beyond: [] }
  const left = (list: readonly string[] = []) => list.filter((one) => !chosen.includes(one))
  return { missing: left(range.value), beyond: left(range.more) }
}

/** What the files need that the version does not list yet, each project once. */
export function dependencyHints(files: readonly Detected[], listed: readonly (string | null)[], ignored: readonly string[], own: string) {
  const ids = new Set(files.flatMap((one) => one.mod_ids))
  const hints = files
    .flatMap((one) => one.dependencies)
    .filter((one, at, all) => all.findIndex((other) => other.id === one.id) === at && !ids.has(one.id) && !ignored.includes(one.id))
  return {
    known: hints.filter((one) => one.project !== null && one.project.id !== own && !listed.includes(one.project.id)),
    unknown: hints.filter((one) => one.project === null && one.dependency_type === 'required'),
  }
}
