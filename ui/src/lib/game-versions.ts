import type { GameVersion } from '@/lib/api/types'
import { gameVersionText as t } from '@/lib/i18n/zh-Hans/game-versions'

type Release = { text: string; minor: string; patch: number }

function release(text: string): Release | undefined {
  const found = /^(\d+\.\d+)(?:\.(\d+))?$/.exec(text)
  return found?.[1] ? { text, minor: found[1], patch: Number(found[2] ?? 0) } : undefined
}

const legacyKinds = [
  { name: 'alphaAndBeta', types: ['alpha', 'beta'] },
  { name: 'alpha', types: ['alpha'] },
  { name: 'beta', types: ['beta'] },
] as const

/** Special names for families of the oldest builds, and their versions. */
function legacy(versions: Set<string>, all: readonly GameVersion[]): { label: string; covered: string[] }[] {
  const old = all.filter((one) => one.version_type === 'alpha' || one.version_type === 'beta')
  const complete = (list: readonly GameVersion[]) => list.length > 1 && list.every((one) => versions.has(one.version))
  for (const kind of legacyKinds) {
    const list = old.filter((one) => (kind.types as readonly string[]).includes(one.version_type))
    if (kind.name === 'alphaAndBeta' && new Set(list.map((one) => one.version_type)).size < 2) continue
    if (complete(list)) return [{ label: t.legacy[kind.name], covered: list.map((one) => one.version) }]
  }
  return []
}

/**
 * Merges consecutive releases into ranges, newest first: `1.20.1–1.20.4`, a whole minor line as `1.20.x`. `all`
 * is every known game version; it determines which releases are consecutive. Other versions stay single.
 */
export function formatGameVersions(versions: readonly string[], all: readonly GameVersion[]): string[] {
  const wanted = new Set(versions)
  const special = legacy(wanted, all)
  for (const group of special) for (const version of group.covered) wanted.delete(version)

  const order = all.flatMap((one) => (one.version_type === 'release' ? (release(one.version) ?? []) : []))
  const known = new Set(order.map((one) => one.text))
  const ranges: string[] = []
  let run: Release[] = []
  const close = () => {
    if (run.length > 0) ranges.push(rangeName(run, order))
    run = []
  }
  for (const one of order) {
    if (wanted.has(one.text)) run.push(one)
    else close()
  }
  close()
  const rest = versions.filter((version) => wanted.has(version) && !known.has(version))
  return [...ranges, ...rest, ...special.map((group) => group.label)]
}

/** Name of a run of releases, newest first. */
function rangeName(run: readonly Release[], order: readonly Release[]): string {
  const newest = run[0]
  const oldest = run[run.length - 1]
  if (!newest || !oldest) return ''
  if (run.length === 1) return newest.text
  const line = order.filter((one) => one.minor === newest.minor)
  if (oldest.minor === newest.minor && line.length === run.length) return `${newest.minor}.x`
  return `${oldest.text}–${newest.text}`
}

/** First and last release among the versions, for a narrow column; empty without versions. */
export function versionSpan(versions: readonly string[]): string {
  const releases = versions.flatMap((version) => release(version) ?? []).sort(byAge)
  const first = releases[0]
  const last = releases[releases.length - 1]
  if (!first || !last) return versions[versions.length - 1] ?? ''
  return first.text === last.text ? first.text : `${first.text}–${last.text}`
}

function byAge(a: Release, b: Release): number {
  const [aMajor = 0, aMinor = 0] = a.minor.split('.').map(Number)
  const [bMajor = 0, bMinor = 0] = b.minor.split('.').map(Number)
  return aMajor - bMajor || aMinor - bMinor || a.patch - b.patch
}
