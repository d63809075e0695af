import { expect, test } from 'vitest'
import { opened, savingAfter, type Saving, type SavingEvent } from './autosave'

const start: Saving = { text: 'a', known: 'a', version: 3, phase: 'still' }
const at = '2026-01-02T03:04:05Z'
const after = (events: SavingEvent[], from = start) => events.reduce(savingAfter, from)

test('a typed text waits, is sent and is then saved with its version', () => {
  const waiting = after([{ type: 'typed', text: 'ab' }])
  expect(waiting.phase).toBe('waiting')
  const saved = after([{ type: 'due' }, { type: 'saved', version: 4, at }], waiting)
  expect(saved).toMatchObject({ phase: 'still', known: 'ab', version: 4, at })
})

test('what is typed while a text is on its way is saved after it', () => {
  const state = after([{ type: 'typed', text: 'ab' }, { type: 'due' }, { type: 'typed', text: 'abc' }, { type: 'saved', version: 4, at }])
  expect(state).toMatchObject({ phase: 'waiting', known: 'ab', text: 'abc' })
})

test('a text that is typed back needs no saving', () => {
  expect(
    after([
      { type: 'typed', text: 'ab' },
      { type: 'typed', text: 'a' },
    ]).phase,
  ).toBe('still')
})

test('a lost request is sent again, with the newest text', () => {
  const failed = after([{ type: 'typed', text: 'ab' }, { type: 'due' }, { type: 'typed', text: 'abc' }, { type: 'lost' }])
  expect(failed.phase).toBe('failed')
  expect(savingAfter(failed, { type: 'due' })).toMatchObject({ phase: 'sending', sent: 'abc' })
})

test('another text of another tab stops the saving until one is chosen', () => {
  const theirs = { text: 'x', version: 9, at }
  const clash = after([{ type: 'typed', text: 'ab' }, { type: 'due' }, { type: 'refused', theirs }])
  expect(clash).toMatchObject({ phase: 'clash', text: 'ab', theirs })
  expect(savingAfter(clash, { type: 'due' })).toBe(clash)
  expect(savingAfter(clash, { type: 'chosen', text: 'ab' })).toMatchObject({ phase: 'waiting', known: 'x', version: 9, text: 'ab' })
  expect(savingAfter(clash, { type: 'chosen', text: 'x' })).toMatchObject({ phase: 'still', text: 'x', version: 9, theirs: undefined })
})

test('nothing is asked where the other tab saved the same text, or only the version is another', () => {
  const sending = after([{ type: 'typed', text: 'ab' }, { type: 'due' }])
  expect(savingAfter(sending, { type: 'refused', theirs: { text: 'ab', version: 5, at } })).toMatchObject({ phase: 'still', version: 5 })
  expect(savingAfter(sending, { type: 'refused', theirs: { text: 'a', version: 5, at } })).toMatchObject({ phase: 'waiting', version: 5 })
})

test('a text that was written into the draft needs no automatic save', () => {
  const written = after([
    { type: 'typed', text: 'ab' },
    { type: 'written', text: 'ab' },
  ])
  expect(written).toMatchObject({ phase: 'still', known: 'ab' })
  const late = after([{ type: 'typed', text: 'ab' }, { type: 'due' }, { type: 'written', text: 'ab' }])
  expect(late.phase).toBe('sending')
})

test('a text opens with the automatic save, or with a later one of this browser', () => {
  const save = { body: 'saved', version: 2, at }
  expect(opened({ body: 'draft', save: null }, undefined)).toMatchObject({ text: 'draft', version: 0, phase: 'still' })
  expect(opened({ body: 'draft', save }, undefined)).toMatchObject({ text: 'saved', version: 2 })
  expect(opened({ body: 'draft', save }, { text: 'kept', at: Date.parse(at) + 1 })).toMatchObject({ text: 'kept', phase: 'waiting' })
  expect(opened({ body: 'draft', save }, { text: 'old', at: Date.parse(at) - 1 })).toMatchObject({ text: 'saved', phase: 'still' })
})
