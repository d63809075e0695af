import { expect, test } from 'vitest'
import { changesOf } from './changes'

test('only what differs is sent', () => {
  expect(changesOf({ a: 1, list: ['x'] }, { a: 1, list: ['x', 'y'] })).toEqual({ list: ['x'] })
})
