import { expect, test } from 'vitest'
import { typeOf } from '@/lib/content-types'
import { buildFacets } from '@/features/discover/parts'
import { mod } from '@/testing/mods'
import { hosted } from '@/testing/servers'
import { askedFor, cannotFit, lockedGroups, projectsOf, stageOf } from './install'

const type = (id: string) => {
  const found = typeOf(id)
  if (!found) throw new Error(id)
  return found
}
const mods = type('mod')
const server = hosted()
const sid = server.server_id
const facets = (of: string, search: Parameters<typeof askedFor>[1], hidden: string[] = []) =>
  buildFacets(type(of), askedFor(type(of), search, server, hidden))

test('the server decides the loader and the game version, whatever the address says', () => {
  expect(facets('mod', { sid, v: ['1.12.2'], g: ['categories:fabric'], f: ['categories:magic'] })).toEqual([
    ['categories:magic'],
    ['categories:neoforge'],
    ['versions:1.21.1'],
    ['project_types:mod'],
  ])
})

test('what is overridden is what the address says', () => {
  expect(facets('mod', { sid, sogv: true, v: ['1.12.2'] })).toContainEqual(['versions:1.12.2'])
  expect(facets('mod', { sid, sol: true, sogv: true })).toEqual([['project_types:mod']])
  expect(lockedGroups(mods, { sid }, server)).toEqual(['version', 'loader', 'platform'])
  expect(lockedGroups(mods, { sid, sol: true }, server)).toEqual(['version'])
})

test('each installed project is a condition of its own', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `P${at}`)
  const asked = facets('mod', { sid, shi: true, nf: ['categories:magic'] }, many)
  expect(asked).toContainEqual(['categories!=magic'])
  expect(asked).toContainEqual(['project_id!=P999'])
  expect(asked).toHaveLength(1004)
  expect(facets('mod', { sid }, many)).toHaveLength(3)
})

test('data packs need no loader of mods, and modpacks are narrowed by nothing', () => {
  expect(facets('datapack', { sid })).toContainEqual(['categories:datapack'])
  expect(facets('modpack', { sid, shi: true }, ['P1'])).toEqual([['project_types:modpack']])
})

test('a server without software narrows nothing', () => {
  const bare = hosted({ loader: null, mc_version: null })
  expect(buildFacets(mods, askedFor(mods, { sid }, bare, []))).toEqual([['project_types:mod']])
})

test('a result is installed by what was done here, by the list of the server, or as its modpack', () => {
  const present = projectsOf([mod({ name: 'a', project_id: 'P1' }), mod({ name: null }), mod({ name: 'b', project_id: 'P1' })])
  expect(present).toEqual(['P1'])
  expect(stageOf('P1', server, present, undefined)).toBe('installed')
  expect(stageOf('P2', server, present, undefined)).toBe('idle')
  expect(stageOf('P2', server, present, { stage: 'installing' })).toBe('installing')
  expect(stageOf('P2', server, present, { stage: 'installed' })).toBe('installed')
  expect(stageOf('P2', server, present, { stage: 'idle', failed: true, said: 'x' })).toBe('idle')
  const packed = hosted({ upstream: { kind: 'modpack', project_id: 'P2', version_id: 'V1' } })
  expect(stageOf('P2', packed, present, undefined)).toBe('installed')
})

test('a result that has nothing for the server says so before it is installed', () => {
  const hit = { versions: ['1.21.1'], categories: ['magic', 'neoforge'] }
  expect(cannotFit(hit, server, 'mod')).toBe(false)
  expect(cannotFit({ ...hit, versions: ['1.20.1'] }, server, 'mod')).toBe(true)
  expect(cannotFit({ ...hit, categories: ['fabric'] }, server, 'mod')).toBe(true)
})
