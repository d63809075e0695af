import { expect, test } from 'vitest'
import type { Project } from '@/lib/api/types'
import { bulkChanges, hasChanges } from './bulk'

const project = {
  categories: ['magic'],
  additional_categories: ['food'],
  issues_url: 'https://a.example',
  source_url: null,
  wiki_url: null,
  discord_url: null,
} as unknown as Project

test('a link is set, replaced or taken away; what is already so is no change', () => {
  const draft = { links: { issues_url: '', source_url: 'https://b.example', wiki_url: '' }, add: [], remove: [] }
  expect(bulkChanges(project, draft)).toEqual([
    { name: 'issues_url', before: ['https://a.example'], after: [] },
    { name: 'source_url', before: [], after: ['https://b.example'] },
  ])
  expect(bulkChanges(project, { links: { issues_url: 'https://a.example' }, add: [], remove: [] })).toEqual([])
})

test('tags are added and removed together', () => {
  expect(bulkChanges(project, { links: {}, add: ['magic', 'mobs'], remove: ['food'] })).toEqual([
    { name: 'categories', before: ['magic', 'food'], after: ['magic', 'mobs'] },
  ])
  expect(hasChanges({ links: {}, add: [], remove: [] })).toBe(false)
  expect(hasChanges({ links: { wiki_url: '' }, add: [], remove: [] })).toBe(true)
})
