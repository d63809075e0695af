import { readFileSync } from 'node:fs'
type Info = { importedIds: readonly string[]; code: string | null } | null
type Context = { getModuleInfo: (id: string) => Info }

/** The overview of a project is in a file of the page around it, which the server names for both. */
const overview = 'src/routes/$type.$id.index.tsx?tsr-split=component---loader'

/** The modules of the first paint of each kind of page, loaded after the core. */
const pages: Record<string, readonly string[]> = {
  core: ['src/main.tsx'],
  home: ['src/routes/index.tsx?tsr-split=component---loader'],
  search: ['src/routes/$listing.tsx?tsr-split=component---loader'],
  project: ['src/routes/$type.$id.tsx?tsr-split=component', overview],
}

/** The modules of the first paint of further pages: parts of a project, pages of people, and pages that list everything. */
const further: Record<string, readonly string[]> = {
  parts: [
    'src/routes/$type.$id.versions.tsx?tsr-split=component---loader',
    'src/routes/$type.$id.changelog.tsx?tsr-split=component---loader',
    'src/routes/$type.$id.gallery.tsx?tsr-split=component---loader',
    'src/routes/$type.$id.version.$version.tsx?tsr-split=component---loader',
    'src/features/project/components/version-row-menu.tsx',
  ],
  people: [
    'src/routes/user.$id.{-$kind}.tsx?tsr-split=component---loader',
    'src/routes/organization.$id.{-$kind}.tsx?tsr-split=component---loader',
    'src/routes/collection.$id.{-$projectType}.tsx?tsr-split=component---loader',
    'src/features/profiles/components/profile-more.tsx',
  ],
  places: ['src/features/directory/components/place-screen.tsx', 'src/features/directory/components/place-tabs.tsx'],
}

/** Modules that every page loads when it has been taken over, that of a member, and those that a project's and the home page load then. */
const later: Record<string, readonly string[]> = {
  idle: [
    'src/app/page-head.ts',
    'src/app/when-idle.ts',
    'src/app/error-page.tsx',
    'src/app/keyboard/keyboard.tsx',
    'src/components/layout/lost-search.tsx',
    'src/lib/recent-searches.ts',
    'src/lib/seen.ts',
    'src/app/shell/app-footer.tsx',
    'src/app/shell/mobile-dock.tsx',
    'src/app/shell/toast-list.tsx',
    'src/components/ui/tooltip.ts',
    'src/lib/live/stream.ts',
    'src/lib/live/refresh.ts',
  ],
  member: [
    'src/app/shell/create-menu.tsx',
    'src/app/shell/account-menu.tsx',
    'src/features/settings/preference-sync.tsx',
    'src/features/notification/components/bell.tsx',
  ],
  'home-later': [
    'src/features/home/components/home-side.tsx',
    'src/features/home/components/home-below.tsx',
    'src/features/home/components/hot-trend.tsx',
    'src/components/ui/carousel.tsx',
  ],
  'search-later': ['src/features/discover/components/group-search.tsx', 'src/features/discover/components/closed-summary.tsx'],
  'project-later': [
    'src/features/collection/components/save-button.tsx',
    'src/features/project/components/project-more.tsx',
    'src/features/project/components/trend.tsx',
  ],
}

/** Modules that list many others of which a page uses few: imports through them are ignored. */
const barrel = /lucide-react|features\/[^/]+\/index\.ts/

/** A feature's list of what others may use. */
const index = /features\/([^/]+)\/index\.ts/
const exportsFrom = /export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

const namesIn = (list: string) => list.split(',').map((name) => name.trim().split(' ')[0] ?? '')

/** The modules whose names a module imports through a feature's list. */
function through(code: string, list: string, info: Info): string[] {
  const feature = index.exec(list)?.[1] ?? ''
  const wanted = new Set(
    [...code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*features/${feature}["']`, 'g'))].flatMap(([, names = '']) =>
      namesIn(names),
    ),
  )
  return [...(info?.code ?? '').matchAll(exportsFrom)].flatMap(([, names = '', source = '']) => {
    const end = source.replace(/^\.\//, '/')
    return namesIn(names).some((name) => wanted.has(name))
      ? (info?.importedIds.filter((id) => id.replace(/\.tsx?$/, '').endsWith(end)) ?? [])
      : []
  })
}

/** Packages that change only with the dependencies have a file of their own. */
const vendor = /node_modules[\\/](?!lucide-react)/
/** What menus and dialogs are made of. */
const overlays =
  /node_modules[\\/](@radix-ui|radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|aria-hidden|get-nonce|tslib)/
/** Small parts of packages that pages would request one by one. */
const commands = /@tanstack[\\/].*(mutationObserver|useMutation|infiniteQueryOptions)\.js/
const vitals = /node_modules[\\/]web-vitals/
/** Pages and menus of members use it: too small for a request of its own. */
const parts = /src[\\/]lib[\\/]ready-lazy/

/** An icon's module, and the names that a module imports from the package of icons. */
const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.m?js$/
const iconBase = /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/
const iconImports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** The modules of the icons by their names; some have several. */
function iconModules(root: string): Map<string, string> {
  const list = readFileSync(`${root}/node_modules/lucide-react/dist/esm/lucide-react.mjs`, 'utf8')
  const modules = new Map<string, string>()
  for (const [, names = '', module = ''] of list.matchAll(/export \{([^}]*)\} from ['"]\.\/icons\/([\w-]+)\.m?js['"]/g))
    for (const name of names.split(',')) modules.set(name.trim().split(' ').at(-1) ?? '', module)
  return modules
}

/** The style sheets of a feature, or shared by features: one file each, because the entry names every file. */
const looks = /src[\\/](?:(components)|features[\\/](\w+))[\\/].*\.scoped\.css/

/**
 * Names the chunk of a module by the pages whose first paint needs it, so that each page loads a handful of files
 * instead of fifty of a kilobyte: over HTTP/1.1 a browser requests six at a time. Modules that only other pages
 * need stay as the bundler splits them.
 */
export function pageChunks(root: string): (id: string, context: Context) => string | null {
  const starts = new Set(
    [...Object.values(pages), ...Object.values(further)]
      .flat()
      .filter((start) => (start.startsWith('src/routes/') && start !== overview) || start === 'src/main.tsx')
      .map((start) => `${root}/${start}`),
  )
  const icons = iconModules(root)
  let reached: Map<string, string[]> | undefined
  const walk = (context: Context) => {
    const found = new Map<string, string[]>()
    for (const [page, starts] of [...Object.entries(pages), ...Object.entries(further), ...Object.entries(later)]) {
      const queue = starts.map((start) => `${root}/${start}`)
      const seen = new Set(queue)
      const reach = (next: string) => {
        if (seen.has(next)) return
        seen.add(next)
        queue.push(next)
      }
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        found.set(id, [...(found.get(id) ?? []), page])
        const info = context.getModuleInfo(id)
        for (const next of info?.importedIds ?? []) {
          if (!barrel.test(next)) reach(next)
          else if (index.test(next)) for (const one of through(info?.code ?? '', next, context.getModuleInfo(next))) reach(one)
        }
        for (const [, names = ''] of info?.code?.matchAll(iconImports) ?? [])
          for (const name of names.split(',')) reach(`icon:${icons.get(name.trim().split(' ')[0] ?? '')}`)
      }
    }
    return found
  }
  return (id, context) => {
    const drawn = icon.exec(id)
    if (iconBase.test(id) || parts.test(id)) return 'core'
    if (commands.test(id)) return 'lists'
    if (vitals.test(id)) return 'idle'
    if (overlays.test(id)) return 'overlays'
    // The first module of a page keeps its own file, which the server names.
    if (starts.has(id) || (vendor.test(id) && !drawn)) return null
    reached ??= walk(context)
    const needed = reached.get(drawn ? `icon:${drawn[1]}` : id) ?? []
    const first = needed.filter((page) => page in pages)
    const more = needed.filter((page) => page in further)
    if (first.includes('core')) return 'core'
    // What one page paints and another loads later is not in the file of the one, which the other would load whole.
    const elsewhere = needed.some((page) => page in later && page !== `${first[0]}-later`)
    const several = first.length > 1 || (first[0] && elsewhere)
    // What the home page does not paint itself is not in a file that it loads for its first paint.
    if (first.includes('home') && (several || more.length)) return 'shared'
    if (several) return 'lists'
    if (first[0] === 'search') return more.includes('parts') ? 'lists' : more.length ? 'search-more' : 'search-first'
    // What pages of all three kinds need is not in the file of one of them, which the others would load whole.
    if (first[0] === 'project' && more.includes('places')) return 'lists'
    if (first[0]) return `${first[0]}-first`
    if (needed.includes('idle')) return 'idle'
    if (!more.length && needed.includes('home-later') && needed.length > 1) return 'idle'
    if (needed.includes('member')) return needed.length > 1 ? 'menus' : 'member'
    if (more.length && needed.includes('project-later')) return 'project-later'
    if (more.length) return more.length > 1 ? 'lists' : (more[0] ?? null)
    if (needed.length > 1) return 'idle'
    if (needed[0]) return needed[0]
    const [, shared, feature] = looks.exec(id) ?? []
    return shared || feature ? `${shared ?? feature}-looks` : null
  }
}
