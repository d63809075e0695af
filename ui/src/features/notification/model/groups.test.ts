import { expect, test } from 'vitest'
import type { Notification } from '../api'
import { badge, groupsOf, unreadOf } from './groups'

let next = 100
function note(type: Notification['type'], project: string, created = '2026-01-02T08:00:00Z', read = false): Notification {
  next -= 1
  return {
    id: `n${next}`,
    type,
    position: next,
    created,
    read,
    open: false,
    actor: null,
    version: null,
    organization: null,
    from_status: null,
    to_status: null,
    message: null,
    reason: null,
    points: [],
    role: null,
    report_id: null,
    thread_id: null,
    thread_message_id: null,
    title: '',
    text: '',
    link: '/',
    project: { id: project, slug: project, url_type: 'mod', title: project, title_zh: null, icon_url: null, status: 'approved' },
  }
}

test('the updates of a project on one day are one line, where the newest stands', () => {
  const list = [
    note('project_update', 'a'),
    note('project_update', 'b'),
    note('project_update', 'a'),
    note('status_change', 'a'),
    note('status_change', 'a'),
    note('project_update', 'a', '2025-12-01T08:00:00Z'),
  ]
  expect(groupsOf(list).map((group) => group.items.map((one) => list.indexOf(one)))).toEqual([[0, 2], [1], [3], [4], [5]])
})

test('read and unread updates are separate lines', () => {
  expect(groupsOf([note('project_update', 'a'), note('project_update', 'a', '2026-01-02T08:00:00Z', true)])).toHaveLength(2)
})

test('a filter counts its own types', () => {
  const counts = {
    total: 9,
    unread: 6,
    types: [
      { type: 'team_invite', filter: 'invite', total: 2, unread: 2 },
      { type: 'organization_invite', filter: 'invite', total: 1, unread: 1 },
      { type: 'project_update', filter: 'update', total: 6, unread: 3 },
    ] as const,
  }
  const some = { ...counts, types: [...counts.types] }
  expect([
    unreadOf(some, 'all'),
    unreadOf(some, 'invite'),
    unreadOf(some, 'update'),
    unreadOf(some, 'message'),
    unreadOf(undefined, 'all'),
  ]).toEqual([6, 3, 3, 0, 0])
  expect([badge(3), badge(99), badge(100)]).toEqual(['3', '99', '99+'])
})
