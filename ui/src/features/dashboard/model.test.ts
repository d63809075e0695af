import { expect, test } from 'vitest'
import type { Project } from '@/lib/api/types'
import { listSearch, type SortKey } from './list-search'
import { attention, filterProjects, firstSteps, isBeginner, nextSorting, sectionOf, sortProjects, totals } from './model'

function project(over: Partial<Project>): Project {
  return {
    title: '',
    slug: '',
    description: '',
    status: 'approved',
    updated: '2026-01-01T00:00:00Z',
    downloads: 0,
    followers: 0,
    ...over,
  } as Project
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
  expect(filterProjects([{ ...project({ title: '钠', slug: 'na' }), original: 'Sodium' }], 'sodium', 'all')).toHaveLength(1)
})

test('totals count what is public and what waits', () => {
  expect(totals(list)).toEqual({ downloads: 7, followers: 1, published: 1, waiting: 1 })
})

test('projects are sorted by a column, and the other way round', () => {
  const three = [
    project({ title: '乙', downloads: 1 }),
    project({ title: '甲', downloads: 3, status: 'draft' }),
    project({ title: '丙', downloads: 2, status: 'rejected' }),
  ]
  const names = (by: SortKey, up: boolean) =>
    sortProjects(three, { by, up })
      .map((one) => one.title)
      .join('')
  expect(names('downloads', false)).toBe('甲丙乙')
  expect(names('downloads', true)).toBe('乙丙甲')
  expect(names('status', true)).toBe('丙甲乙')
  expect(nextSorting({ by: 'title', up: true }, 'title')).toEqual({ by: 'title', up: false })
  expect(nextSorting({ by: 'title', up: true }, 'downloads')).toEqual({ by: 'downloads', up: false })
})

test('an address is parsed, and invalid values are dropped', () => {
  expect(listSearch({ q: 'a', status: 'draft', sort: 'downloads', up: 'true' })).toEqual({
    q: 'a',
    status: 'draft',
    sort: 'downloads',
    up: true,
  })
  expect(listSearch({ q: '', status: 'x', sort: 'y', up: 1 })).toEqual({})
})

test('rejected, running and waiting files are separate, and the queue keeps its order', () => {
  const found = attention([
    ...list,
    project({ slug: 'no', status: 'rejected' }),
    project({ slug: 'link', status: 'withheld', updated: '2026-02-02T00:00:00Z' }),
    project({ slug: 'late', status: 'processing', queued: '2026-02-03T00:00:00Z' }),
    project({ slug: 'early', status: 'processing', queued: '2026-02-01T00:00:00Z' }),
  ])
  expect(found.refused.map((one) => one.slug)).toEqual(['link', 'no'])
  expect(found.drafts.map((one) => one.slug)).toEqual(['moss'])
  expect(found.waiting.map((one) => one.slug)).toEqual(['lamp', 'early', 'late'])
})

test('a page below a section belongs to it', () => {
  expect(['/dashboard', '/dashboard/projects', '/dashboard/notifications/history', '/dashboard/report/abc'].map(sectionOf)).toEqual([
    'overview',
    'projects',
    'notifications',
    'reports',
  ])
})

test('a first project is described, then given a file, then sent in', () => {
  const states = (project: Project | undefined, left: string[] | undefined) => firstSteps(project, left).map((one) => one.state)
  const draft = { status: 'draft' } as Project
  expect(states(undefined, [])).toEqual(['next', 'later', 'later', 'later'])
  expect(states(draft, undefined)).toEqual(['done', 'later', 'later', 'later'])
  expect(states(draft, ['upload-version', 'add-description'])).toEqual(['done', 'next', 'later', 'later'])
  expect(states(draft, ['add-description'])).toEqual(['done', 'next', 'done', 'later'])
  expect(states(draft, ['upload-version'])).toEqual(['done', 'done', 'next', 'later'])
  expect(states(draft, [])).toEqual(['done', 'done', 'done', 'next'])
  expect(states({ status: 'processing' } as Project, [])).toEqual(['done', 'done', 'done', 'done'])
})

test('the guide is for those without an approved project', () => {
  expect(isBeginner([])).toBe(true)
  expect(isBeginner([{ approved: null } as Project])).toBe(true)
  expect(isBeginner([{ approved: null } as Project, { approved: '2026-01-01T00:00:00Z' } as Project])).toBe(false)
})
