import { beforeEach, expect, test } from 'vitest'
import { dropDraft, dropPrivate, keepDraft, readDraft } from './drafts'

const DAY = 24 * 3600_000

beforeEach(() => localStorage.clear())

test('a draft is restored only for its account and place', () => {
  keepDraft('a', 'project.x', { body: '齿轮' }, 'base')
  expect(readDraft('a', 'project.x')).toMatchObject({ value: { body: '齿轮' }, base: 'base' })
  expect(readDraft('b', 'project.x')).toBeUndefined()
  expect(readDraft('a', 'project.y')).toBeUndefined()
  dropDraft('a', 'project.x')
  expect(readDraft('a', 'project.x')).toBeUndefined()
})

test('a draft expires after 30 days', () => {
  keepDraft('a', 'x', 1, undefined, 0)
  expect(readDraft('a', 'x', 30 * DAY)).toBeDefined()
  expect(readDraft('a', 'x', 31 * DAY)).toBeUndefined()
  keepDraft('a', 'y', 1, undefined, 31 * DAY)
  expect(Object.keys(localStorage)).toEqual(['modyard.draft.a.y'])
})

test('the oldest drafts are dropped, and too large ones are not stored', () => {
  for (let at = 0; at < 45; at++) keepDraft('a', `p${at}`, at, undefined, 1000 + at)
  expect(Object.keys(localStorage)).toHaveLength(40)
  expect(readDraft('a', 'p0', 2000)).toBeUndefined()
  expect(readDraft('a', 'p44', 2000)).toBeDefined()
  keepDraft('a', 'huge', 'x'.repeat(400_000))
  expect(readDraft('a', 'huge')).toBeUndefined()
})

test('signing out deletes the drafts of that account', () => {
  keepDraft('a', 'x', 1)
  keepDraft('b', 'x', 2)
  dropPrivate('a')
  expect(readDraft('a', 'x')).toBeUndefined()
  expect(readDraft('b', 'x')).toBeDefined()
})

test('an invalid draft is ignored', () => {
  localStorage.setItem('modyard.draft.a.x', '{')
  localStorage.setItem('modyard.draft.a.y', '[]')
  expect(readDraft('a', 'x')).toBeUndefined()
  expect(readDraft('a', 'y')).toBeUndefined()
})
