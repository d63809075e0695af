import { expect, test } from 'vitest'
import { blockOf, decisionOfKey, MAX_MESSAGE, statusAfter } from './decision'

test('a project in the queue can be approved without a message, and refused only with one', () => {
  expect(blockOf('approve', 'processing', '')).toBeUndefined()
  expect(blockOf('reject', 'processing', ' \n')).toBe('message')
  expect(blockOf('withhold', 'processing', '')).toBe('message')
  expect(blockOf('reject', 'processing', '请补充说明')).toBeUndefined()
})

test('what a project is already, it cannot become', () => {
  expect(blockOf('approve', 'unlisted', '')).toBe('already')
  expect(blockOf('reject', 'rejected', '理由')).toBe('already')
  expect(blockOf('withhold', 'withheld', '理由')).toBe('already')
  expect(blockOf('withhold', 'approved', '理由')).toBeUndefined()
  expect(blockOf('approve', 'rejected', '')).toBeUndefined()
})

test('a draft waits for its author, and a message has an end', () => {
  expect(blockOf('approve', 'draft', '')).toBe('draft')
  expect(blockOf('reject', 'processing', '长'.repeat(MAX_MESSAGE + 1))).toBe('long')
})

test('an approval gives the status that was asked for', () => {
  expect(statusAfter('approve', 'unlisted')).toBe('unlisted')
  expect(statusAfter('approve', null)).toBe('approved')
  expect(statusAfter('approve', 'draft')).toBe('approved')
  expect(statusAfter('reject', 'unlisted')).toBe('rejected')
  expect(statusAfter('withhold', null)).toBe('withheld')
})

test('the keys decide only together, and not while somebody types', () => {
  const pressed = { shiftKey: true, altKey: true, ctrlKey: false, metaKey: false, code: 'KeyW', target: document.body }
  expect(decisionOfKey(pressed)).toBe('withhold')
  expect(decisionOfKey({ ...pressed, code: 'KeyA' })).toBe('approve')
  expect(decisionOfKey({ ...pressed, altKey: false })).toBeUndefined()
  expect(decisionOfKey({ ...pressed, target: document.createElement('textarea') })).toBeUndefined()
})
