import { expect, test } from 'vitest'
import type { Project } from '@/lib/api/types'
import { filterProjects, totals } from './model'

function project(over: Partial<Project>): Project {
  return { title: '', slug: '', description: '', status: 'approved', updated: '2026-01-01T00:00:00Z', downloads: 0, followers: 0, ...over } as Project
}

const list = [
  project({ title: '齿轮与铜绿', slug: 'gears', updated: '2026-01-01T00:00:00Z', downloads: 5, followers: 1 }),
  project({ title: 'Moss', slug: 'moss', status: 'draft', updated: '2026-03-01T00:00:00Z' }),
  project({ title: 'Lamp', slug: 'lamp', description: '提灯', status: 'processing', updated: '2026-02-01T00:00:00Z', downloads: 2 }),
]

test('the latest change stands first', () => {
  expect(filterProjects(list, '', 'all').map((one) => one.slug)).toEqual(['moss', 'lamp', 'gears'])
})

test('text and status narrow together', () => {
  expect(filterProjects(list, 'GEAR', 'all').map((one) => one.slug)).toEqual(['gears'])
  expect(filterProjects(list, '提灯', 'all').map((one) => one.slug)).toEqual(['lamp'])
  expect(filterProjects(list, '提灯', 'draft')).toEqual([])
})

test('totals count what is public and what waits', () => {
  expect(totals(list)).toEqual({ downloads: 7, followers: 1, published: 1, waiting: 1 })
})
