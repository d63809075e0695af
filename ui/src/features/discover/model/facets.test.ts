import { expect, test } from 'vitest'
import { typeOf, type ContentType } from '@/lib/content-types'
import { alternativesAt, buildFacets, environmentChoices } from './facets'

function type(id: string): ContentType {
  const found = typeOf(id)
  if (!found) throw new Error(`no type ${id}`)
  return found
}

test('a listing asks for its exact type, whatever the loaders', () => {
  for (const id of ['mod', 'plugin', 'datapack', 'shader']) expect(buildFacets(type(id), {})).toEqual([[`project_types:${id}`]])
})

test('a chosen loader must hold too', () => {
  expect(buildFacets(type('mod'), { g: ['categories:fabric'] })).toEqual([['categories:fabric'], ['project_types:mod']])
})

test('categories must all hold, versions one of them, exclusions none', () => {
  expect(
    buildFacets(type('modpack'), {
      f: ['categories:magic', 'categories:quests'],
      v: ['1.20', '1.21'],
      nf: ['categories:combat', 'versions:1.12'],
      l: true,
    }),
  ).toEqual([
    ['categories:magic'],
    ['categories:quests'],
    ['versions:1.20', 'versions:1.21'],
    ['categories!=combat'],
    ['versions!=1.12'],
    ['open_source:true'],
    ['project_types:modpack'],
  ])
})

test('an environment means that it works there without the other side', () => {
  expect(buildFacets(type('modpack'), { e: ['client'] }).slice(0, 2)).toEqual([
    ['client_side:required', 'client_side:optional'],
    ['server_side:optional', 'server_side:unsupported'],
  ])
  expect(buildFacets(type('modpack'), { e: ['client', 'server'] }).slice(0, 2)).toEqual([
    ['client_side:required'],
    ['server_side:required'],
  ])
})

test('an environment is counted beside the chosen one, and the chosen one as it is', () => {
  const both = [['client_side:required'], ['server_side:required']]
  expect(environmentChoices(['client']).server).toEqual(both)
  expect(environmentChoices(['client']).client).toEqual(environmentChoices(undefined).client)
  expect(environmentChoices(['client', 'server'])).toEqual({ client: both, server: both })
})

test('alternatives stand after the categories that must all hold; loaders are none', () => {
  expect(alternativesAt({ f: ['categories:combat', 'categories:food'], g: ['categories:16x'] })).toBe(3)
  expect(alternativesAt({ g: ['categories:16x', 'categories:32x'] })).toBe(1)
  expect(alternativesAt({ g: ['categories:fabric'] })).toBeUndefined()
  expect(alternativesAt({ f: ['categories:combat'] })).toBeUndefined()
})
