import type { Category, GameVersion, Loader } from '@/lib/api/types'
import { ago } from './time'

const gameVersionNames =
  '1.21.8 25w31a 1.21.4 1.21.3 1.21.2 1.21.1 1.21 1.20.6 1.20.5 1.20.4 1.20.3 1.20.2 1.20.1 1.20 1.19.4 1.19.3 1.19.2 1.19.1 1.19 1.18.2 1.18.1 1.18 1.17.1 1.17 1.16.5 1.16.4 1.12.2 1.12.1 1.12'.split(
    ' ',
  )

export const gameVersions: GameVersion[] = gameVersionNames.map((version, index) => ({
  version,
  version_type: /w/.test(version) ? 'snapshot' : 'release',
  date: ago(24 * 40 * (index + 1)),
  major: /^\d+\.\d+$/.test(version),
}))

const headerNames = {
  categories: '分类',
  features: '功能',
  resolutions: '分辨率',
  'performance impact': '性能影响',
}

function categoryList(type: string, header: keyof typeof headerNames, names: string): Category[] {
  return names.split(' ').map((name) => ({ icon: '', name, project_type: type, header, header_name: headerNames[header] }))
}

export const categories: Category[] = [
  ...categoryList(
    'mod',
    'categories',
    'adventure cursed decoration economy equipment food game-mechanics library magic management minigame mobs optimization social storage technology transportation utility worldgen',
  ),
  ...categoryList(
    'modpack',
    'categories',
    'adventure challenging combat kitchen-sink lightweight magic multiplayer optimization quests technology',
  ),
  ...categoryList('resourcepack', 'resolutions', '8x- 16x 32x 48x 64x 128x 256x 512x+'),
  ...categoryList('resourcepack', 'categories', 'combat cursed decoration modded realistic simplistic themed tweaks utility vanilla-like'),
  ...categoryList('resourcepack', 'features', 'audio blocks core-shaders entities environment equipment fonts gui items locale models'),
  ...categoryList('shader', 'categories', 'cartoon cursed fantasy realistic semi-realistic vanilla-like'),
  ...categoryList('shader', 'features', 'atmosphere bloom colored-lighting foliage path-tracing pbr reflections shadows'),
  ...categoryList('shader', 'performance impact', 'potato low medium high screenshot'),
]

function loaderList(types: string[], names: string): Loader[] {
  return names.split(' ').map((name) => ({ icon: '', name, supported_project_types: types }))
}

export const loaders: Loader[] = [
  ...loaderList(['mod', 'project', 'modpack'], 'fabric forge neoforge quilt'),
  ...loaderList(['mod', 'project'], 'liteloader modloader rift'),
  ...loaderList(['plugin', 'project', 'mod'], 'bukkit bungeecord folia paper purpur spigot sponge velocity waterfall'),
  ...loaderList(['shader', 'project'], 'canvas iris optifine vanilla'),
  ...loaderList(['datapack', 'project', 'mod'], 'datapack'),
  ...loaderList(['resourcepack', 'project'], 'minecraft'),
  ...loaderList(['project', 'software'], 'windows linux macos'),
  ...loaderList(['language', 'project'], 'language'),
]
