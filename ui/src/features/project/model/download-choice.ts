import type { Channel, Version } from '@/lib/api/types'

export type Choice = { gameVersion: string; loader: string }

function newest<V extends Version>(versions: readonly V[], channel: Channel): V | undefined {
  return versions
    .filter((one) => one.version_type === channel)
    .reduce<V | undefined>((best, one) => (!best || one.date_published > best.date_published ? one : best), undefined)
}

/** True when a version runs with what was chosen; an empty choice asks for nothing. */
function fits(version: Version, { gameVersion, loader }: Choice): boolean {
  return (!gameVersion || version.game_versions.includes(gameVersion)) && (!loader || version.loaders.includes(loader))
}

/**
 * What to offer: the latest release; a beta only if it is newer than that; an alpha only if newer than both.
 */
export function recommended<V extends Version>(versions: readonly V[], choice: Choice): V[] {
  const fitting = versions.filter((one) => fits(one, choice))
  const release = newest(fitting, 'release')
  const beta = newest(fitting, 'beta')
  const alpha = newest(fitting, 'alpha')
  const offered: V[] = release ? [release] : []
  if (beta && (!release || beta.date_published > release.date_published)) offered.push(beta)
  if (alpha && offered.every((one) => alpha.date_published > one.date_published)) offered.push(alpha)
  return offered
}

export type Pick = { value: string; supported: boolean }

/** Snapshots and pre-releases, which are shown only when asked for. */
export function isPreview(gameVersion: string): boolean {
  return gameVersion.includes('w') || gameVersion.includes('-')
}

/** True when some of the game versions are shown only when asked for: there are previews, and others beside them. */
export function hasHiddenPreviews(versions: readonly Version[]): boolean {
  const names = versions.flatMap((one) => one.game_versions)
  return names.some(isPreview) && !names.every(isPreview)
}

/**
 * The game versions of a project, newest first, each with whether the chosen loader has it. The chosen one stays in
 * sight, and a project that runs with previews only shows those.
 */
export function gameVersionPicks(
  versions: readonly Version[],
  choice: Choice,
  order: readonly string[],
  show: { all: boolean; text: string },
): Pick[] {
  const text = show.text.trim().toLowerCase()
  const rank = new Map(order.map((name, index) => [name, index]))
  const names = [...new Set(versions.flatMap((one) => one.game_versions))]
  const all = show.all || !hasHiddenPreviews(versions)
  return names
    .filter((name) => (text ? name.toLowerCase().includes(text) : all || name === choice.gameVersion || !isPreview(name)))
    .sort((a, b) => (rank.get(a) ?? Infinity) - (rank.get(b) ?? Infinity) || b.localeCompare(a, 'en', { numeric: true }))
    .map((value) => ({ value, supported: versions.some((one) => fits(one, { gameVersion: value, loader: choice.loader })) }))
}

/** The loaders of a project, each with whether it has the chosen game version. */
export function loaderPicks(versions: readonly Version[], gameVersion: string): Pick[] {
  return [...new Set(versions.flatMap((one) => one.loaders))].map((value) => ({
    value,
    supported: versions.some((one) => fits(one, { gameVersion, loader: value })),
  }))
}

/** Where the dialog begins: what was chosen before where it fits, the only choice where there is but one. */
export function initialChoice(versions: readonly Version[], before: Choice): Choice {
  const games = new Set(versions.flatMap((one) => one.game_versions))
  const loaders = new Set(versions.flatMap((one) => one.loaders))
  const only = (all: Set<string>) => (all.size === 1 ? ([...all][0] ?? '') : '')
  const loader = loaders.has(before.loader) ? before.loader : only(loaders)
  const gameVersion = games.has(before.gameVersion) ? before.gameVersion : only(games)
  const choice = { gameVersion, loader }
  if (versions.some((one) => fits(one, choice))) return choice
  return { gameVersion, loader: only(loaders) }
}

/** True when a choice is what the visitor plays, as far as the project leaves anything to choose. */
export function isCarried(choice: Choice, before: Choice): boolean {
  const same = (a: string, b: string) => a === '' || a === b
  return (
    (before.gameVersion !== '' || before.loader !== '') &&
    same(before.gameVersion, choice.gameVersion) &&
    same(before.loader, choice.loader)
  )
}
