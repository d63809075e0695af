import { expect, test } from 'vitest'
import { contentTypes, typeOf } from '@/lib/content-types'
import { categories, gameVersions, loaders } from '@/testing/data'
import { filterGroups, visibleOptions } from './filter-groups'

const tags = { categories, gameVersions, loaders }

function groupsOf(id: string) {
  const type = typeOf(id)
  if (!type) throw new Error(`no type ${id}`)
  return filterGroups(type, tags)
}

test('only mods and modpacks can be narrowed by environment', () => {
  const having = contentTypes.filter((type) => filterGroups(type, tags).some((group) => group.id === 'environment')).map((type) => type.id)
  expect(having).toEqual(['mod', 'modpack'])
})

test('software is narrowed by operating system and has no game version', () => {
  const groups = groupsOf('software')
  expect(groups.map((group) => group.title)).toEqual(['操作系统'])
  expect(groups[0]?.options.map((option) => option.label)).toEqual(['Windows', 'Linux', 'macOS'])
})

test('plugins have loaders and platforms apart', () => {
  const groups = groupsOf('plugin')
  expect(groups.find((group) => group.id === 'loader')?.options.map((option) => option.loader)).toEqual([
    'paper',
    'spigot',
    'bukkit',
    'purpur',
    'folia',
    'sponge',
  ])
  expect(groups.find((group) => group.id === 'platform')?.options.map((option) => option.loader)).toEqual([
    'bungeecord',
    'velocity',
    'waterfall',
  ])
})

test('resolutions stand in the order of their size and are alternatives', () => {
  const group = groupsOf('resourcepack').find((one) => one.title === '分辨率')
  expect(group?.options.map((option) => option.label)).toEqual(['8x 或更低', '16x', '32x', '48x', '64x', '128x', '256x', '512x 或更高'])
  expect(new Set(group?.options.map((option) => option.list))).toEqual(new Set(['g']))
})

test('performance impact stands in the order of its weight', () => {
  const group = groupsOf('shader').find((one) => one.title === '性能影响')
  expect(group?.options.map((option) => option.label)).toEqual(['极低', '低', '中等', '高', '截图'])
})

test('snapshots and old loaders are hidden until asked for, chosen or searched', () => {
  const [versions, loader] = groupsOf('mod')
  if (!versions || !loader) throw new Error('no groups')
  const names = (all: boolean, text = '', chosen = '') =>
    visibleOptions(versions, { text, all, chosen: (option) => option.value === chosen }).map((option) => option.label)
  expect(names(false)).not.toContain('25w31a')
  expect(names(true)).toContain('25w31a')
  expect(names(false, '25W')).toEqual(['25w31a'])
  expect(names(false, '', '25w31a')).toContain('25w31a')
  expect(visibleOptions(loader, { text: '', all: false, chosen: () => false }).map((option) => option.loader)).toEqual([
    'fabric',
    'neoforge',
    'forge',
    'quilt',
  ])
})
