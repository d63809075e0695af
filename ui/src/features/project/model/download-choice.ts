import type { Places } from '@/lib/api/types'

export type Choice = { gameVersion: string; loader: string }

/** True when a version runs with what was chosen; an empty choice asks for nothing. */
function fits({ game_versions, loaders, pairs }: Places, { gameVersion, loader }: Choice): boolean {
  if (gameVersion && loader) return pairs[loader]?.includes(game_versions.indexOf(gameVersion)) ?? false
  return (!gameVersion || game_versions.includes(gameVersion)) && (!loader || loaders.includes(loader))
}

export type Pick = { value: string; supported: boolean }

/** Snapshots and pre-releases, which are shown only when asked for. */
export function isPreview(gameVersion: string): boolean {
  return gameVersion.includes('w') || gameVersion.includes('-')
}

/** True when some of the game versions are shown only when asked for: there are previews, and others beside them. */
export function hasHiddenPreviews({ game_versions: names }: Places): boolean {
  return names.some(isPreview) && !names.every(isPreview)
}

/**
 * The game versions of a project, newest first, each with whether the chosen loader has it. The chosen one stays in
 * sight, and a project that runs with previews only shows those.
 */
export function gameVersionPicks(places: Places, choice: Choice, show: { all: boolean; text: string }): Pick[] {
  const text = show.text.trim().toLowerCase()
  const all = show.all || !hasHiddenPreviews(places)
  return places.game_versions
    .filter((name) => (text ? name.toLowerCase().includes(text) : all || name === choice.gameVersion || !isPreview(name)))
    .map((value) => ({ value, supported: fits(places, { gameVersion: value, loader: choice.loader }) }))
}

/** The loaders of a project, each with whether it has the chosen game version. */
export function loaderPicks(places: Places, gameVersion: string): Pick[] {
  return places.loaders.map((value) => ({ value, supported: fits(places, { gameVersion, loader: value }) }))
}

/**
 * Where the dialog begins: what the visitor plays where the project has it, the only choice where there is but one. What
 * the visitor has never said is the newest release that fits the rest; what they did say is not replaced by a guess.
 */
export function initialChoice(places: Places, before: Choice): Choice {
  const { game_versions: games, loaders } = places
  if (!before.gameVersion && (!before.loader || loaders.includes(before.loader))) {
    const newestFirst = [...games.filter((name) => !isPreview(name)), ...games.filter(isPreview)]
    const gameVersion = newestFirst.find((name) => fits(places, { gameVersion: name, loader: before.loader })) ?? ''
    return { gameVersion, loader: before.loader || firstLoader(places, gameVersion) }
  }
  const only = (all: readonly string[]) => (all.length === 1 ? (all[0] ?? '') : '')
  const loader = loaders.includes(before.loader) ? before.loader : only(loaders)
  const gameVersion = games.includes(before.gameVersion) ? before.gameVersion : only(games)
  const choice = { gameVersion, loader }
  if (!before.loader && gameVersion && !loader) return { gameVersion, loader: firstLoader(places, gameVersion) }
  return fits(places, choice) ? choice : { gameVersion, loader: only(loaders) }
}

/** A choice after one half of it changed: the other half follows where the project has nothing for both. */
export function rechosen(places: Places, before: Choice, change: Partial<Choice>): Choice {
  const choice = { ...before, ...change }
  if (fits(places, choice)) return choice
  if (change.gameVersion) return { ...choice, loader: firstLoader(places, choice.gameVersion) }
  const gameVersion = places.game_versions.find((name) => fits(places, { gameVersion: name, loader: choice.loader })) ?? ''
  return { ...choice, gameVersion }
}

/** The loader of the newest version that has one for a game version. */
function firstLoader(places: Places, gameVersion: string): string {
  return places.loaders.find((loader) => fits(places, { gameVersion, loader })) ?? ''
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
