import { expect, test } from 'vitest'
import { changesOf } from './changes'

test('only changed values are sent', () => {
  expect(changesOf({ a: 1, list: ['x'] }, { a: 1, list: ['x', 'y'] })).toEqual({ list: ['x'] })
})
