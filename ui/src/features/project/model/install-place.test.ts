import { expect, test } from 'vitest'
import type { ChosenVersion } from '@/lib/api/types'
import type { projects } from '@/testing/projects'
import { installPlace } from './install-place'

const version = (filename: string, ...loaders: string[]): ChosenVersion => ({
  id: 'Ver00001',
  version_number: '1.0.0',
  version_type: 'release',
  date_published: '2026-01-01T00:00:00Z',
  date_estimated: false,
  game_versions: ['1.21.1'],
  loaders,
  file: { url: '/a', filename, size: 1 },
  disk_urls: [],
})
type Kind = {
  project_type: 'mod' | 'shader' | 'resourcepack' | 'modpack' | 'software' | 'language'
  url_type: (typeof projects)[number]['url_type']
}
const of = (project_type: Kind['project_type'], url_type: Kind['url_type'] = project_type): Kind => ({ project_type, url_type })

test('each kind of file goes into its folder', () => {
  const folder = (kind: Kind, file: string, ...loaders: string[]) => installPlace(kind, version(file, ...loaders)).folder
  expect(folder(of('mod'), 'a.jar', 'fabric')).toBe('mods')
  expect(folder(of('mod', 'plugin'), 'a.jar', 'paper')).toBe('plugins')
  expect(folder(of('mod', 'datapack'), 'a.zip', 'datapack')).toBe('saves/<世界>/datapacks')
  expect(folder(of('resourcepack'), 'a.zip')).toBe('resourcepacks')
  expect(folder(of('language'), 'a.zip')).toBe('resourcepacks')
  expect(folder(of('shader'), 'a.zip', 'iris')).toBe('shaderpacks')
  expect(folder(of('shader'), 'a.zip', 'vanilla')).toBe('resourcepacks')
  expect(folder(of('modpack'), 'a.mrpack', 'fabric')).toBeUndefined()
  expect(folder(of('software'), 'a.zip')).toBeUndefined()
})

test('the chosen loader decides where a project runs in several ways, else the kind of the file', () => {
  const both = version('a.jar', 'fabric', 'datapack', 'paper')
  expect(installPlace(of('mod', 'datapack'), both, { gameVersion: '1.21.1', loader: 'datapack' }).folder).toBe('saves/<世界>/datapacks')
  expect(installPlace(of('mod', 'datapack'), both, { gameVersion: '1.21.1', loader: 'paper' }).folder).toBe('plugins')
  expect(installPlace(of('mod', 'datapack'), version('a.jar', 'fabric', 'datapack')).folder).toBe('mods')
  expect(installPlace(of('mod', 'datapack'), version('a.zip', 'fabric', 'datapack')).folder).toBe('saves/<世界>/datapacks')
})

test('what a mod needs to be loaded comes first, with the chosen game version', () => {
  const { steps } = installPlace(of('mod'), version('a.jar', 'fabric', 'quilt'), { gameVersion: '1.21.1', loader: 'fabric' })
  expect(steps[0]).toBe('先装好游戏 1.21.1 的 Fabric。')
  expect(installPlace(of('mod'), version('a.jar', 'fabric', 'quilt', 'forge')).steps[0]).toBe('先装好 Fabric、Quilt 或 Forge。')
  expect(installPlace(of('mod', 'plugin'), version('a.jar', 'velocity')).steps).toContain('重启代理端。')
})
