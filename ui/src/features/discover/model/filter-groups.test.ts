import { expect, test } from 'vitest'
import { contentTypes, typeOf } from '@/lib/content-types'
import { categories, gameVersions, loaders } from '@/testing/tags'
import { filterGroups, foldedOptions, unlabelledLabel, visibleOptions } from './filter-groups'

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
  expect(groups[0]?.options.map((option) => option.label)).toEqual(['Windows', 'Linux', 'macOS', '未标系统'])
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
  expect(visibleOptions(loader, { text: '', all: false, chosen: () => false }).map((option) => option.loader ?? option.label)).toEqual([
    'fabric',
    'neoforge',
    'forge',
    'quilt',
    '未标加载器',
  ])
})

test('a searched version comes first, then its releases, then its previews', () => {
  const version = (value: string, extra: boolean) => ({ list: 'v' as const, value, label: value, extra })
  const group = {
    id: 'version',
    title: '游戏版本',
    columns: 1 as const,
    options: [
      version('1.20.5-pre4', true),
      version('1.20.1', false),
      version('1.20', false),
      version('23w1.20', true),
      version('11.20', false),
    ],
  }
  const found = visibleOptions(group, { text: '1.20', all: false, chosen: () => false }).map((option) => option.label)
  expect(found).toEqual(['1.20', '1.20.1', '1.20.5-pre4', '11.20', '23w1.20'])
})

test('a project that names no loader or version is found by an option of its own', () => {
  const none = (id: string) =>
    groupsOf(id).flatMap((group) => group.options.filter((option) => option.unlabelled).map((option) => option.label))
  expect(none('mod')).toEqual(['未标版本', '未标加载器'])
  expect(none('plugin')).toEqual(['未标版本'])
  const mod = typeOf('mod')
  const software = typeOf('software')
  if (!mod || !software) throw new Error('no types')
  expect([unlabelledLabel(mod, 'categories:none'), unlabelledLabel(software, 'categories:none')]).toEqual(['未标加载器', '未标系统'])
  expect([unlabelledLabel(mod, 'none'), unlabelledLabel(mod, 'versions:none'), unlabelledLabel(mod, 'categories:magic')]).toEqual([
    '未标版本',
    '未标版本',
    undefined,
  ])
})

test('options without results are folded, the others stay in their order', () => {
  const loader = groupsOf('mod')[1]
  if (!loader) throw new Error('no group')
  const countOf = (option: { label: string }) => ({ Fabric: 3, Forge: 0, 未标加载器: 0 })[option.label]
  const folded = (text: string, chosen = '') =>
    [...foldedOptions(loader, loader.options, { text, countOf, chosen: (option) => option.label === chosen })].map((option) => option.label)
  expect(folded('')).toEqual(['Forge', '未标加载器'])
  expect(folded('', 'Forge')).toEqual(['未标加载器'])
  expect(folded('for')).toEqual([])
})
