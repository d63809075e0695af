type Info = { importedIds: readonly string[]; code: string | null } | null
type Context = { getModuleInfo: (id: string) => Info }

/** The modules of the first paint of each kind of page, loaded after the core. */
const pages: Record<string, readonly string[]> = {
  core: ['src/main.tsx'],
  home: ['src/routes/index.tsx?tsr-split=component---loader'],
  search: ['src/routes/$listing.tsx?tsr-split=component---loader'],
  project: ['src/routes/$type.$id.tsx?tsr-split=component', 'src/routes/$type.$id.index.tsx?tsr-split=component---loader'],
}

/** Modules that list many others of which a page uses few: imports through them are ignored. */
const barrel = /lucide-react|features\/[^/]+\/index\.ts/

/** Packages that change only with the dependencies have a file of their own. */
const vendor = /node_modules[\\/](?!lucide-react)/

/** The icons of the header of every page. */
const coreIcons = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](plus|search|sun-moon|chevron-down|loader-circle)\./

/** The style sheets of a feature, or shared by features: one file each, because the entry names every file. */
const looks = /src[\\/](?:(components)|features[\\/](\w+))[\\/].*\.scoped\.css/

/** Modules of fewer characters do not get a file of their own. */
const SMALL = 4000

/**
 * Names the chunk of a module by the pages whose first paint needs it, so that each page loads a handful of files
 * instead of fifty of a kilobyte: over HTTP/1.1 a browser requests six at a time. Modules that only other pages
 * need stay as the bundler splits them.
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
    // The first module of a page keeps its own file, which the server names.
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
