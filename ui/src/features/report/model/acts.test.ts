import { expect, test } from 'vitest'
import { actsOf, reasonFor, results, workPage } from './acts'
import { itemTypes } from './item'

test('a moderator gets the decisions of projects, versions and the forum, an administrator those of every kind', () => {
  expect(itemTypes.map((type) => actsOf(type, false).length)).toEqual([2, 1, 0, 0, 0, 1, 1, 1, 1])
  for (const type of itemTypes) expect(actsOf(type, true).length).toBeGreaterThan(0)
})

test('every result has a reason, and that of an action is what was reported', () => {
  expect(results.map((one) => reasonFor(one, 'copyright', '不归我们管').code)).toEqual([
    'copyright',
    'complies',
    'incomplete',
    'duplicate',
    'other',
  ])
  // The server refuses other without a text.
  expect(reasonFor('outside-ours', 'spam', '不归我们管').text).toBe('不归我们管')
})

test('work on a project is its review, on a version and a team their forms', () => {
  expect(workPage('project', '/mod/a')).toEqual({ path: '/mod/a/moderation', kind: 'review' })
  expect(workPage('version', '/mod/a/version/1')).toEqual({ path: '/mod/a/version/1/edit', kind: 'edit' })
  expect(workPage('user', '/user/a')).toBeUndefined()
})
