import type { Category, GameVersion, Loader } from '@/lib/api/types'
import { categoryLabel, compareCategories } from '@/lib/categories'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { hiddenModLoaders, loaderName, modLoaders, pluginLoaders, pluginPlatforms } from '@/lib/loaders'
import type { OptionKey } from './toggle'

export type FilterOption = OptionKey & {
  label: string
  loader?: string
  category?: string
  /** Shown only while all options of the group are shown. */
  extra?: boolean
  /** What names no option of the group: it stays in sight while the others scroll. */
  unlabelled?: boolean
}

export type FilterGroup = {
  id: string
  title: string
  options: FilterOption[]
  /** What its switch reveals; undefined without a switch. */
  all?: 'versions' | 'loaders'
  columns: 1 | 2
}

export type Tags = { categories: readonly Category[]; loaders: readonly Loader[]; gameVersions: readonly GameVersion[] }

/** The value of loaders and game versions of a project that names none. */
const UNLABELLED = 'none'

const OR_HEADERS = new Set(['resolutions'])
const WIDE_FROM = 10

function versionGroup(versions: readonly GameVersion[]): FilterGroup {
  return {
    id: 'version',
    title: t.groups.version,
    all: 'versions',
    columns: 1,
    options: [
      ...versions.map(({ version, version_type }) => ({
        list: 'v' as const,
        value: version,
        label: version,
        extra: version_type !== 'release',
      })),
      { list: 'v', value: UNLABELLED, label: t.unlabelled.version, unlabelled: true },
    ],
  }
}

function loaderOption(name: string): FilterOption {
  const facet = `categories:${name}`
  return { list: 'g', value: facet, label: loaderName(name), loader: name, extra: hiddenModLoaders.includes(name) }
}

/** A group of loaders; `unlabelled` is what a project without any is called, where there can be one. */
function loaderGroup(id: string, title: string, names: readonly string[], unlabelled?: string): FilterGroup {
  const options = names.map(loaderOption)
  if (unlabelled && options.length > 0) options.push({ list: 'g', value: `categories:${UNLABELLED}`, label: unlabelled, unlabelled: true })
  return { id, title, columns: 1, options, ...(options.some((one) => one.extra) ? { all: 'loaders' as const } : {}) }
}

/** Familiar loaders first, in the order of the catalogue of groups; the rest as the server lists them. */
function ordered(names: readonly string[], order: readonly string[]): string[] {
  return [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

const familiar = ['fabric', 'neoforge', 'forge', 'quilt', 'liteloader', 'modloader', 'rift']

function loaderGroups(type: ContentType, loaders: readonly Loader[]): FilterGroup[] {
  const supported = loaders.filter((one) => one.supported_project_types.includes(type.id)).map((one) => one.name)
  switch (type.id) {
    case 'mod':
      return [
        loaderGroup(
          'loader',
          t.groups.loader,
          ordered(
            supported.filter((one) => modLoaders.includes(one)),
            familiar,
          ),
          t.unlabelled.loader,
        ),
      ]
    case 'modpack':
      return [loaderGroup('loader', t.groups.loader, ordered(supported, familiar), t.unlabelled.loader)]
    case 'plugin':
      return [
        loaderGroup(
          'loader',
          t.groups.pluginLoader,
          ordered(
            supported.filter((one) => pluginLoaders.includes(one)),
            ['paper', 'spigot', 'bukkit', 'purpur', 'folia', 'sponge'],
          ),
        ),
        loaderGroup(
          'platform',
          t.groups.platform,
          supported.filter((one) => pluginPlatforms.includes(one)),
        ),
      ]
    case 'shader':
      return [
        loaderGroup('loader', t.groups.shaderLoader, ordered(supported, ['iris', 'optifine', 'vanilla', 'canvas']), t.unlabelled.loader),
      ]
    case 'software':
      return [loaderGroup('loader', t.groups.os, ordered(supported, ['windows', 'linux', 'macos']), t.unlabelled.os)]
    default:
      return []
  }
}

function environmentGroup(): FilterGroup {
  return {
    id: 'environment',
    title: t.groups.environment,
    columns: 2,
    options: [
      { list: 'e', value: 'client', label: t.client },
      { list: 'e', value: 'server', label: t.server },
    ],
  }
}

function categoryGroups(type: ContentType, categories: readonly Category[]): FilterGroup[] {
  const headers = new Map<string, { title: string; names: string[] }>()
  for (const { name, header, header_name, project_type } of categories) {
    if (project_type !== type.actual) continue
    headers.set(header, { title: header_name, names: [...(headers.get(header)?.names ?? []), name] })
  }
  return [...headers].map(([header, { title, names }]) => ({
    id: `category-${header}`,
    title,
    columns: names.length >= WIDE_FROM || OR_HEADERS.has(header) ? 2 : 1,
    options: [...names]
      .sort((a, b) => compareCategories(header, a, b))
      .map((name) => ({
        list: OR_HEADERS.has(header) ? ('g' as const) : ('f' as const),
        value: `categories:${name}`,
        label: categoryLabel(name),
        category: name,
      })),
  }))
}

/** The sidebar of a type. Software has no game version of its own. */
export function filterGroups(type: ContentType, tags: Tags): FilterGroup[] {
  const groups = [
    ...(type.id === 'software' ? [] : [versionGroup(tags.gameVersions)]),
    ...loaderGroups(type, tags.loaders),
    ...(type.id === 'mod' || type.id === 'modpack' ? [environmentGroup()] : []),
    ...categoryGroups(type, tags.categories),
  ]
  return groups.filter((group) => group.options.length > 0)
}

/** Groups with as many options have a search of their own, and the game versions a fixed height. */
export const LONG_FROM = 8

/** Options of a group that are to be seen: by name when searched for, else without the extra ones unless chosen. */
export function visibleOptions(
  group: FilterGroup,
  wanted: { text: string; all: boolean; chosen: (option: FilterOption) => boolean },
): FilterOption[] {
  const text = wanted.text.trim().toLowerCase()
  if (!text) return group.options.filter((option) => !option.extra || wanted.all || wanted.chosen(option))
  // What is asked for comes first: whoever types 1.20 wants that version, then its releases, then its previews.
  const rank = ({ label, extra }: FilterOption) => {
    const name = label.toLowerCase()
    return name === text ? 0 : (extra ? 2 : 1) + (name.startsWith(text) ? 0 : 2)
  }
  return group.options
    .filter((option) => option.label.toLowerCase().includes(text) || option.value.toLowerCase().includes(text))
    .sort((a, b) => rank(a) - rank(b))
}

/** Options without results that are folded away; those of the environment, which are only two, never are. */
export function foldedOptions(
  group: FilterGroup,
  options: readonly FilterOption[],
  wanted: { text: string; chosen: (option: FilterOption) => boolean; countOf: (option: FilterOption) => number | undefined },
): ReadonlySet<FilterOption> {
  if (wanted.text.trim() || group.id === 'environment') return new Set()
  return new Set(options.filter((option) => wanted.countOf(option) === 0 && !wanted.chosen(option)))
}

/** The label of an option that stands for projects that name none; undefined for any other facet. */
export function unlabelledLabel(type: ContentType, facet: string): string | undefined {
  if (facet === UNLABELLED || facet === `versions:${UNLABELLED}`) return t.unlabelled.version
  if (facet !== `categories:${UNLABELLED}`) return undefined
  return type.id === 'software' ? t.unlabelled.os : t.unlabelled.loader
}
