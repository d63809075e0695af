import type { GameVersion } from '@/lib/api/types'
import { gameVersionText as t } from '@/lib/i18n/zh-Hans/game-versions'
import { oldest, releases } from '@/lib/releases.gen'

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
 * is every known game version. A range skips neither a known release nor a number, so that it stands for its releases
 * and no others. Other versions stay single.
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
    const whole = run.length > 1 && lineOf(run[0], order).length === run.length && run.every((one) => one.minor === run[0]?.minor)
    for (const part of whole ? [run] : withoutGaps(run)) ranges.push(rangeName(part, order))
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

function lineOf(one: Release | undefined, order: readonly Release[]): Release[] {
  return order.filter((other) => other.minor === one?.minor)
}

/** Splits a run of releases, newest first, where a number between two of them is no release: 1.4.4 and 1.4.2. */
function withoutGaps(run: readonly Release[]): Release[][] {
  const parts: Release[][] = []
  for (const one of run) {
    const newer = parts.at(-1)?.at(-1)
    const next = newer && (newer.minor === one.minor ? newer.patch === one.patch + 1 : newer.patch === 0)
    if (next) parts.at(-1)?.push(one)
    else parts.push([one])
  }
  return parts
}

/** Name of a run of releases, newest first. */
function rangeName(run: readonly Release[], order: readonly Release[]): string {
  const newest = run[0]
  const oldest = run[run.length - 1]
  if (!newest || !oldest) return ''
  if (run.length === 1) return newest.text
  if (oldest.minor === newest.minor && lineOf(newest, order).length === run.length) return `${newest.minor}.x`
  return `${oldest.text}–${newest.text}`
}

/** The first names of a list of ranges, and how many versions all of them stand for where some are left out. */
export function firstRanges(ranges: readonly string[], shown: number, versions: number): string {
  const names = ranges.slice(0, shown).join('、')
  return ranges.length > shown ? t.amongOthers(names, versions) : names
}

/** The width of a card's line of ranges, in characters. */
const CARD_CHARS = 18
/** The most ranges that the whole list of a card names. */
const LISTED = 24

let known: readonly GameVersion[] | undefined

const undated = (version: string, version_type: GameVersion['version_type']): GameVersion => ({
  version,
  version_type,
  date: '',
  major: false,
})

/** The names of the builds of each family, where no list of all versions says which one a build belongs to. */
const oldNames = { alpha: /^a1/, beta: /^b1/, preAlpha: /^(rd-|c0|inf-)/ }

/** The versions of each family of which all are named: that they are as many as the family has shows it. */
const wholeFamilies = (versions: readonly string[]): GameVersion[] =>
  (Object.keys(oldNames) as Family[]).flatMap((family) => {
    const own = versions.filter((version) => oldNames[family].test(version))
    const version_type = family === 'beta' ? family : 'alpha'
    return own.length === oldest[family] ? own.map((version) => undated(version, version_type)) : []
  })

/**
 * The ranges of game versions in one line of a card: those that fit, the newest release first and a chosen version
 * before it, and of how many versions they are some. `all` lists them.
 */
export function versionsInBrief(versions: readonly string[], chosen?: string): { text: string; all: string } {
  known ??= releases.split(' ').map((version) => undated(version, 'release'))
  const distinct = [...new Set(versions)]
  const count = distinct.length
  const old = wholeFamilies(distinct)
  const whole = old.map((one) => one.version)
  const named = distinct.filter((version) => release(version) || whole.includes(version))
  const others = distinct.filter((version) => !named.includes(version)).reverse()
  const ranges = [...formatGameVersions(named, [...known, ...old]), ...others]
  const ordered = chosen === undefined ? ranges : [chosen, ...ranges.filter((range) => range !== chosen)]
  const shown = ordered.slice(0, 2).join('、').length > CARD_CHARS ? 1 : 2
  return { text: firstRanges(ordered, shown, count), all: firstRanges(ranges, LISTED, count) }
}
