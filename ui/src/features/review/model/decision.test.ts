import { expect, test } from 'vitest'
import { reviewMessage } from '@/lib/limits.gen'
import { blockOf, reasonOf, statusAfter } from './decision'

test('a project in the queue can be approved without a message, and refused only with one', () => {
  expect(blockOf('approve', 'processing', '', 'incomplete')).toBeUndefined()
  expect(blockOf('reject', 'processing', ' \n', 'incomplete')).toBe('message')
  expect(blockOf('withhold', 'processing', '', 'incomplete')).toBe('message')
  expect(blockOf('reject', 'processing', '请补充说明', 'incomplete')).toBeUndefined()
})

test('a decision for the current status is rejected', () => {
  expect(blockOf('approve', 'unlisted', '', 'incomplete')).toBe('already')
  expect(blockOf('reject', 'rejected', '理由', 'incomplete')).toBe('already')
  expect(blockOf('withhold', 'withheld', '理由', 'incomplete')).toBe('already')
  expect(blockOf('withhold', 'approved', '理由', 'incomplete')).toBeUndefined()
  expect(blockOf('approve', 'rejected', '', 'incomplete')).toBeUndefined()
})

test('a draft cannot be decided, and a message has a limit', () => {
  expect(blockOf('approve', 'draft', '', 'incomplete')).toBe('draft')
  expect(blockOf('reject', 'processing', '长'.repeat(reviewMessage + 1), 'incomplete')).toBe('long')
})

test('an approval gives the status that was asked for', () => {
  expect(statusAfter('approve', 'unlisted')).toBe('unlisted')
  expect(statusAfter('approve', null)).toBe('approved')
  expect(statusAfter('approve', 'draft')).toBe('approved')
  expect(statusAfter('reject', 'unlisted')).toBe('rejected')
  expect(statusAfter('withhold', null)).toBe('withheld')
})

test('a refusal needs a reason of its own, an approval has one', () => {
  expect(blockOf('approve', 'processing', '', '')).toBeUndefined()
  expect(blockOf('reject', 'processing', '请补充说明', '')).toBe('code')
  expect(blockOf('withhold', 'processing', '请补充说明', 'complies')).toBe('code')
  expect(reasonOf('approve', '', '')).toEqual({ code: 'complies' })
  expect(reasonOf('reject', 'copyright', '理由')).toEqual({ code: 'copyright' })
  expect(reasonOf('reject', 'other', ' 理由 ')).toEqual({ code: 'other', text: '理由' })
})
