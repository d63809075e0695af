type Info = { importedIds: readonly string[]; code: string | null } | null
type Context = { getModuleInfo: (id: string) => Info }

/** What the first sight of each kind of page begins with, and always after the core. */
const pages: Record<string, readonly string[]> = {
  core: ['src/main.tsx'],
  home: ['src/routes/index.tsx?tsr-split=component---loader'],
  search: ['src/routes/$listing.tsx?tsr-split=component---loader'],
  project: ['src/routes/$type.$id.tsx?tsr-split=component', 'src/routes/$type.$id.index.tsx?tsr-split=component---loader'],
}

/** What lists many modules of which a page uses few: no way leads through it. */
const barrel = /lucide-react|features\/[^/]+\/index\.ts/

/** What changes with the dependencies alone has a file of its own. */
const vendor = /node_modules[\\/](?!lucide-react)/

/** The pictures that the frame of every page draws. */
const coreIcons = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](plus|search|sun-moon|chevron-down|loader-circle)\./

/** The looks of a feature, or of what features share: one file each, because the first script names every one. */
const looks = /src[\\/](?:(components)|features[\\/](\w+))[\\/].*\.scoped\.css/

/** Characters of a module that is not worth a file. */
const SMALL = 4000

/**
 * Names the chunk of a module by the pages whose first sight needs it, so that each page comes in a handful of files
 * instead of fifty of a kilobyte: over HTTP/1.1 a browser asks for six at a time. What only other pages need stays as
 * the bundler splits it.
 */
export function pageChunks(root: string): (id: string, context: Context) => string | null {
  const starts = new Set(
    Object.values(pages)
      .flat()
      .map((start) => `${root}/${start}`),
  )
  let reached: Map<string, string[]> | undefined
  const walk = (context: Context) => {
    const found = new Map<string, string[]>()
    for (const [page, starts] of Object.entries(pages)) {
      const queue = starts.map((start) => `${root}/${start}`)
      const seen = new Set(queue)
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        found.set(id, [...(found.get(id) ?? []), page])
        for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
          if (seen.has(next) || barrel.test(next)) continue
          seen.add(next)
          queue.push(next)
        }
      }
    }
    return found
  }
  return (id, context) => {
    // What begins a page keeps its own file, which the server names.
    if (starts.has(id) || vendor.test(id)) return null
    reached ??= walk(context)
    const needed = reached.get(id) ?? []
    if (needed.includes('core') || coreIcons.test(id)) return 'core'
    if (needed.length > 1) return needed.join('-')
    const [only] = needed
    const [, shared, feature] = (only ? undefined : looks.exec(id)) ?? []
    if (shared ?? feature) return `${shared ?? feature}-looks`
    return only && (context.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL ? `${only}-small` : null
  }
}
