import { expect, test } from 'vitest'
import { blockOf, decisionOfKey, MAX_MESSAGE, reasonOf, statusAfter } from './decision'

test('a project in the queue can be approved without a message, and refused only with one', () => {
  expect(blockOf('approve', 'processing', '', 'incomplete')).toBeUndefined()
  expect(blockOf('reject', 'processing', ' \n', 'incomplete')).toBe('message')
  expect(blockOf('withhold', 'processing', '', 'incomplete')).toBe('message')
  expect(blockOf('reject', 'processing', '请补充说明', 'incomplete')).toBeUndefined()
})

test('what a project is already, it cannot become', () => {
  expect(blockOf('approve', 'unlisted', '', 'incomplete')).toBe('already')
  expect(blockOf('reject', 'rejected', '理由', 'incomplete')).toBe('already')
  expect(blockOf('withhold', 'withheld', '理由', 'incomplete')).toBe('already')
  expect(blockOf('withhold', 'approved', '理由', 'incomplete')).toBeUndefined()
  expect(blockOf('approve', 'rejected', '', 'incomplete')).toBeUndefined()
})

test('a draft waits for its author, and a message has an end', () => {
  expect(blockOf('approve', 'draft', '', 'incomplete')).toBe('draft')
  expect(blockOf('reject', 'processing', '长'.repeat(MAX_MESSAGE + 1), 'incomplete')).toBe('long')
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

test('a refusal needs a reason of its own, an approval has one', () => {
  expect(blockOf('approve', 'processing', '', '')).toBeUndefined()
  expect(blockOf('reject', 'processing', '请补充说明', '')).toBe('code')
  expect(blockOf('withhold', 'processing', '请补充说明', 'complies')).toBe('code')
  expect(reasonOf('approve', '', '')).toEqual({ code: 'complies' })
  expect(reasonOf('reject', 'copyright', '理由')).toEqual({ code: 'copyright' })
  expect(reasonOf('reject', 'other', ' 理由 ')).toEqual({ code: 'other', text: '理由' })
})
