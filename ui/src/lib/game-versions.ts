import type { GameVersion } from '@/lib/api/types'
import { gameVersionText as t } from '@/lib/i18n/zh-Hans/game-versions'
import { releases } from '@/lib/releases.gen'

type Release = { text: string; minor: string; patch: number }

function release(text: string): Release | undefined {
  const found = /^(\d+\.\d+)(?:\.(\d+))?$/.exec(text)
  return found?.[1] ? { text, minor: found[1], patch: Number(found[2] ?? 0) } : undefined
}

/** The families of the oldest builds. Before the alpha versions, builds were named otherwise. */
const families = {
  alpha: (one: GameVersion) => one.version_type === 'alpha' && one.version.startsWith('a'),
  beta: (one: GameVersion) => one.version_type === 'beta',
  preAlpha: (one: GameVersion) => one.version_type === 'alpha' && !one.version.startsWith('a'),
}
type Family = keyof typeof families

/** Labels for several families at once, the widest first. */
const labels: readonly (readonly [label: keyof typeof t.legacy, families: readonly Family[]])[] = [
  ['all', ['alpha', 'beta', 'preAlpha']],
  ['alphaAndBeta', ['alpha', 'beta']],
  ['alpha', ['alpha']],
  ['beta', ['beta']],
  ['preAlpha', ['preAlpha']],
]

/** Special names for whole families of the oldest builds, and their versions. */
function legacy(versions: Set<string>, all: readonly GameVersion[]): { label: string; covered: string[] }[] {
  const found: { label: string; covered: string[] }[] = []
  const named = new Set<Family>()
  for (const [label, of] of labels) {
    const lists = of.map((family) => all.filter(families[family]).map((one) => one.version))
    const whole = lists.every((list) => list.length > 1 && list.every((version) => versions.has(version)))
    if (!whole || of.some((family) => named.has(family))) continue
    for (const family of of) named.add(family)
    found.push({ label: t.legacy[label], covered: lists.flat() })
  }
  return found
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

/** The versions in the order of `all`, which is newest first; unknown ones come last. */
export function newestFirst(versions: readonly string[], all: readonly GameVersion[]): string[] {
  const known = all.flatMap(({ version }) => (versions.includes(version) ? [version] : []))
  return [...known, ...versions.filter((version) => !known.includes(version))]
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

/** The width of a card's line of ranges, in characters. */
const CARD_CHARS = 18

let known: readonly GameVersion[] | undefined

/** The ranges of game versions in one line of a card: those that fit, the newest first, and how many more there are. */
export function versionsInBrief(versions: readonly string[]): { text: string; all: string } {
  known ??= releases.split(' ').map((version) => ({ version, version_type: 'release', date: '', major: false }))
  const named = versions.filter((version) => release(version))
  const ranges = formatGameVersions(named.length > 0 ? named : versions.slice(-1), known)
  const shown = ranges.slice(0, 2).join('、').length > CARD_CHARS ? 1 : 2
  const rest = ranges.length - shown
  return { text: ranges.slice(0, shown).join('、') + (rest > 0 ? ` +${rest}` : ''), all: ranges.join('、') }
}
