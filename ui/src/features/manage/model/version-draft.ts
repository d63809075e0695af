import type { Channel, DependencyType, GameVersion, Loader, UrlType, Version } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { hiddenModLoaders, loadersOfType } from '@/lib/loaders'

export type DependencyDraft = {
  project_id: string | null
  version_id: string | null
  file_name: string | null
  dependency_type: DependencyType
}

export type VersionLinkDraft = Pick<Version['version_links'][number], 'joining_version_id' | 'language_code' | 'description'>

export type VersionDraft = {
  name: string
  version_number: string
  version_type: Channel
  featured: boolean
  loaders: string[]
  game_versions: string[]
  changelog: string
  dependencies: DependencyDraft[]
  /** The versions of other projects that a version of a language pack translates. */
  version_links: VersionLinkDraft[]
}

export type VersionField = 'files' | 'version_number' | 'name' | 'loaders' | 'game_versions'

const MAX_NUMBER = 32
const MAX_NAME = 64
export const MAX_FILE_BYTES = 1 << 30
const numberForm = /^[\p{L}\p{N}!@$().+,_"`-]+$/u

export function emptyVersion(loaders: string[] = []): VersionDraft {
  return {
    name: '',
    version_number: '',
    version_type: 'release',
    featured: false,
    loaders,
    game_versions: [],
    changelog: '',
    dependencies: [],
    version_links: [],
  }
}

export function draftOf(version: Version): VersionDraft {
  return {
    name: version.name,
    version_number: version.version_number,
    version_type: version.version_type,
    featured: version.featured,
    loaders: [...version.loaders],
    game_versions: [...version.game_versions],
    changelog: version.changelog,
    dependencies: version.dependencies.map(({ project_id, version_id, file_name, dependency_type }) => ({
      project_id,
      version_id,
      file_name,
      dependency_type,
    })),
    version_links: version.version_links.map(({ joining_version_id, language_code, description }) => ({
      joining_version_id,
      language_code,
      description,
    })),
  }
}

/** Types with one loader only: nobody needs to choose it. */
const only: Partial<Record<UrlType, string>> = { resourcepack: 'minecraft', language: 'language', datapack: 'datapack' }

export function onlyLoader(type: UrlType): string | undefined {
  return only[type]
}

/** The loaders a version of a type can have; the old ones last. */
export function loadersFor(type: UrlType, all: readonly Loader[], chosen: readonly string[]): string[] {
  const wanted = loadersOfType(type)
  const names = all.map((one) => one.name)
  const fit =
    wanted.length > 0
      ? names.filter((name) => wanted.includes(name))
      : all.filter((one) => one.supported_project_types.includes(type)).map((one) => one.name)
  const rest = chosen.filter((name) => !fit.includes(name))
  return [...fit.filter((name) => !hiddenModLoaders.includes(name)), ...fit.filter((name) => hiddenModLoaders.includes(name)), ...rest]
}

/** Software names its game version by accident only; it may do without. */
export function needsGameVersions(type: UrlType): boolean {
  return type !== 'software'
}

/** The game versions to choose from: releases unless all are wanted; what is chosen always stays in sight. */
export function offeredGameVersions(
  all: readonly GameVersion[],
  options: { text: string; everything: boolean; chosen: readonly string[] },
): string[] {
  const text = options.text.trim().toLowerCase()
  return all
    .filter((one) => options.everything || text !== '' || one.version_type === 'release' || options.chosen.includes(one.version))
    .filter((one) => text === '' || one.version.toLowerCase().includes(text))
    .map((one) => one.version)
}

/** What is wrong with a version as it would be sent. */
export function versionProblems(draft: VersionDraft, context: { type: UrlType; files: number }): Partial<Record<VersionField, string>> {
  const number = draft.version_number.trim()
  const problems: Partial<Record<VersionField, string>> = {}
  if (context.files === 0) problems.files = t.needFiles
  if (number === '') problems.version_number = t.needNumber
  else if ([...number].length > MAX_NUMBER || !numberForm.test(number)) problems.version_number = t.badNumber
  if ([...draft.name.trim()].length > MAX_NAME) problems.name = t.longName
  if (draft.loaders.length === 0) problems.loaders = context.type === 'software' ? t.needPlatforms : t.needLoaders
  if (needsGameVersions(context.type) && draft.game_versions.length === 0) problems.game_versions = t.needGameVersions
  return problems
}

/** Guesses a number and a channel from the name of a file, as `gears-1.4.2-beta.1+1.21.4.jar`. */
export function guessFromFile(filename: string): { number: string; channel: Channel } | undefined {
  const stem = filename.replace(/\.(jar|zip|mrpack|litemod|exe|msi|dmg|appimage|tar\.gz)$/i, '')
  const found = /(?:^|[-_ v])(\d+(?:\.\d+)+(?:[-.]?(?:alpha|beta|rc|pre|snapshot)[.-]?\d*)?(?:[a-z]\b)?)/i.exec(stem)
  const number = found?.[1]
  if (!number) return undefined
  // The word stands anywhere in the name, as in gears-beta-1.4.jar, but not inside another word, as in alphabet.
  const says = (words: string) => new RegExp(`(?:^|[^a-z])(?:${words})(?:[^a-z]|$)`, 'i').test(stem)
  const channel: Channel = says('alpha') ? 'alpha' : says('beta|rc|pre|snapshot') ? 'beta' : 'release'
  return { number, channel }
}

/** The fields as the API takes them. */
export function versionData(draft: VersionDraft) {
  const number = draft.version_number.trim()
  return {
    name: draft.name.trim() || number,
    version_number: number,
    version_type: draft.version_type,
    featured: draft.featured,
    loaders: draft.loaders,
    game_versions: draft.game_versions,
    changelog: draft.changelog,
    dependencies: draft.dependencies,
    ...(draft.loaders.includes('language')
      ? { version_links: draft.version_links.map((one) => ({ ...one, link_type: 'translation' as const })) }
      : {}),
  }
}
