import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { installText as t } from '@/lib/i18n/zh-Hans/install'
import { loaderName, pluginPlatforms, urlTypeOf } from '@/lib/loaders'
import type { Choice } from './download-choice'

/** Where a downloaded file belongs. */
export type InstallPlace = {
  /** The folder, below that of the game or of the server. */
  folder?: string
  steps: readonly string[]
}

/** Shaders that the game loads as resource packs. */
const packedShaders = new Set(['vanilla', 'canvas'])

/** The loaders that the file is for: the chosen one, else those of the version that go with the kind of its file. */
function loadersFor(version: ChosenVersion, place: Choice | undefined): readonly string[] {
  if (place?.loader) return [place.loader]
  const jar = version.file?.filename.toLowerCase().endsWith('.jar') ?? false
  const fitting = version.loaders.filter((one) => (one === 'datapack') !== jar)
  return fitting.length > 0 ? fitting : version.loaders
}

/** Where the file of a version goes, and what is to be done there. */
export function installPlace(
  project: Pick<ProjectPage, 'project_type' | 'url_type'>,
  version: ChosenVersion,
  place?: Choice,
): InstallPlace {
  const loaders = loadersFor(version, place)
  const names = loaders.map(loaderName)
  const file = version.file?.filename ?? ''
  switch (project.project_type === 'mod' ? urlTypeOf('mod', loaders) : project.url_type) {
    case 'plugin': {
      const proxy = loaders.length > 0 && loaders.every((one) => pluginPlatforms.includes(one))
      return { folder: 'plugins', steps: [t.put(file, proxy ? t.proxyFolder : t.serverFolder), proxy ? t.restartProxy : t.restartServer] }
    }
    case 'datapack':
      return { folder: 'saves/<世界>/datapacks', steps: [t.put(file, t.worldFolder), t.reload] }
    case 'resourcepack':
      return { folder: 'resourcepacks', steps: [t.put(file, t.packFolder), t.enablePack] }
    case 'shader':
      return loaders.length > 0 && loaders.every((one) => packedShaders.has(one))
        ? { folder: 'resourcepacks', steps: [t.put(file, t.packFolder), t.enablePack] }
        : { folder: 'shaderpacks', steps: [...t.first(names, ''), t.put(file, t.shaderFolder), t.enableShader] }
    case 'language':
      return { folder: 'resourcepacks', steps: [t.put(file, t.packFolder), t.enableLanguage] }
    case 'modpack':
      return { steps: [t.importPack(file), t.importHint] }
    case 'software':
      return { steps: [t.run(file)] }
    default:
      return { folder: 'mods', steps: [...t.first(names, place?.gameVersion ?? ''), t.put(file, t.modFolder), t.start] }
  }
}
