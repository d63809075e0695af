import { expect, test } from 'vitest'
import { optionState, toggleExcluded, toggleIncluded, type OptionKey } from './toggle'

const magic: OptionKey = { list: 'f', value: 'categories:magic' }
const loader = (name: string): OptionKey => ({ list: 'g', value: `categories:${name}` })

test('including and excluding an option exclude each other', () => {
  const included = toggleIncluded({}, magic)
  expect(included).toEqual({ f: ['categories:magic'] })
  const excluded = toggleExcluded(included, magic)
  expect(excluded).toEqual({ nf: ['categories:magic'] })
  expect(optionState(excluded, magic)).toBe('out')
  expect(toggleIncluded(excluded, magic)).toEqual({ f: ['categories:magic'] })
})

test('a second press takes the choice back', () => {
  expect(toggleIncluded(toggleIncluded({}, magic), magic)).toEqual({})
  expect(toggleExcluded(toggleExcluded({}, magic), magic)).toEqual({})
})

test.each([
  ['purpur', ['purpur', 'paper', 'spigot', 'bukkit']],
  ['paper', ['paper', 'spigot', 'bukkit']],
  ['spigot', ['spigot', 'bukkit']],
  ['waterfall', ['waterfall', 'bungeecord']],
  ['fabric', ['fabric']],
])('choosing %s chooses %j', (name, chosen) => {
  expect(toggleIncluded({}, loader(name)).g).toEqual(chosen.map((one) => `categories:${one}`))
})

test('an implied loader is no longer excluded', () => {
  expect(toggleIncluded({ nf: ['categories:bukkit'] }, loader('spigot'))).toEqual({ g: ['categories:spigot', 'categories:bukkit'] })
})

test('a game version is excluded by its facet, an environment cannot be excluded', () => {
  expect(toggleExcluded({ v: ['1.20'] }, { list: 'v', value: '1.20' })).toEqual({ nf: ['versions:1.20'] })
  expect(toggleExcluded({}, { list: 'e', value: 'client' })).toEqual({})
})
