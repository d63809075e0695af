import { create } from 'zustand'
import { allPluginLoaders, shaderLoaders, softwareLoaders } from '@/lib/loaders'
import { readLocal, writeLocal } from '@/lib/storage'

const KEY = 'modyard.playing'

/** Kinds of content whose platforms are independent of the loader of mods. */
const families = ['plugin', 'shader', 'software'] as const
type Family = (typeof families)[number]

export type GameSetup = {
  gameVersion: string
  /** The loader of mods and modpacks. */
  loader: string
  /** The last chosen platform of the other families, so that a server's does not replace a client's. */
  others: Partial<Record<Family, string>>
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function stored(): GameSetup {
  const found = readLocal(KEY)
  const { gameVersion, loader, others } = found && typeof found === 'object' ? (found as Partial<GameSetup>) : {}
  const kept = families.flatMap((family) => {
    const value = text(others && typeof others === 'object' ? others[family] : '')
    return value ? [[family, value] as const] : []
  })
  return { gameVersion: text(gameVersion), loader: text(loader), others: Object.fromEntries(kept) }
}

/** The family of a platform; undefined for a loader of mods and for platforms without a choice. */
function familyOf(loader: string): Family | undefined {
  if (allPluginLoaders.includes(loader)) return 'plugin'
  if (shaderLoaders.includes(loader)) return 'shader'
  return softwareLoaders.includes(loader) ? 'software' : undefined
}

const choiceless = new Set(['datapack', 'resourcepack', 'language', 'minecraft'])

type State = GameSetup & {
  /** Stores a choice; a platform is stored in its family. */
  play: (change: { gameVersion?: string; loader?: string }) => void
  forget: () => void
}

const nothing: GameSetup = { gameVersion: '', loader: '', others: {} }

/** The last game version and platforms chosen in search or a download, applied to the next project. */
export const useGameSetup = create<State>()((set, state) => {
  const keep = (next: Partial<GameSetup>) => {
    set(next)
    const { gameVersion, loader, others } = state()
    writeLocal(KEY, { gameVersion, loader, others })
  }
  return {
    ...nothing,
    play: ({ gameVersion, loader }) => {
      const next: Partial<GameSetup> = gameVersion === undefined ? {} : { gameVersion }
      const family = loader ? familyOf(loader) : undefined
      if (family && loader) next.others = { ...state().others, [family]: loader }
      else if (loader !== undefined && !choiceless.has(loader)) next.loader = loader
      keep(next)
    },
    forget: () => keep(nothing),
  }
})
// Not the first state, which React expects in the page that the server drew: the server does not know of it.
useGameSetup.setState(stored())

/** The visitor's game version and platform for a type of content. An empty text leaves a part open. */
export function setupFor({ gameVersion, loader, others }: GameSetup, type: string): { gameVersion: string; loader: string } {
  if (type === 'mod' || type === 'modpack') return { gameVersion, loader }
  if (type === 'software') return { gameVersion: '', loader: others.software ?? '' }
  if (type === 'plugin' || type === 'shader') return { gameVersion, loader: others[type] ?? '' }
  return { gameVersion, loader: '' }
}
