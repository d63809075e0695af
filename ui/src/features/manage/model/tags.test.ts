import { expect, test } from 'vitest'
import { categories } from '@/testing/tags'
import { tagGroups, toggleFeatured, toggleTag } from './tags'

test('the tags of a type stand under their headers', () => {
  const groups = tagGroups(categories, 'shader')
  expect(groups.flatMap((group) => group.names)).toContain('path-tracing')
  expect(groups.find((group) => group.names.includes('potato'))?.names).toEqual(['potato', 'low', 'medium', 'high', 'screenshot'])
})

test('the first three are shown, the rest is kept, and a chosen one is dropped again', () => {
  const none = { categories: [], additional_categories: [] }
  const four = ['a', 'b', 'c', 'd'].reduce(toggleTag, none as { categories: string[]; additional_categories: string[] })
  expect(four).toEqual({ categories: ['a', 'b', 'c'], additional_categories: ['d'] })
  expect(toggleTag(four, 'b').categories).toEqual(['a', 'c'])
  expect(toggleTag(four, 'd').additional_categories).toEqual([])
})

test('a full row takes no fourth tag', () => {
  const full = { categories: ['a', 'b', 'c'], additional_categories: ['d'] }
  expect(toggleFeatured(full, 'd')).toEqual(full)
  expect(toggleFeatured(toggleFeatured(full, 'a'), 'd')).toEqual({ categories: ['b', 'c', 'd'], additional_categories: ['a'] })
})
