import { expect, test } from 'vitest'
import { nextRate, startable, type UploadRow } from './rows'

const row = (key: string, state: UploadRow['state'] = 'waiting'): UploadRow => ({ key, name: key, size: 10, state, sent: 0, rate: 0 })
const keys = (rows: readonly UploadRow[]) => rows.map((one) => one.key)

test('a limited number of files is sent at once, in the order of selection', () => {
  expect(keys(startable([row('a'), row('b'), row('c'), row('d')], 3))).toEqual(['a', 'b', 'c'])
  expect(keys(startable([row('a', 'sending'), row('b', 'checking'), row('c'), row('d')], 3))).toEqual(['c'])
  expect(startable([row('a', 'failed'), row('b', 'cancelled'), row('c', 'done')], 3)).toEqual([])
  expect(keys(startable([row('a'), row('b')], 1))).toEqual(['a'])
})

test('the displayed speed is smoothed', () => {
  expect(nextRate(0, 1000, 500)).toBe(2000)
  expect(nextRate(2000, 0, 500)).toBe(1400)
  expect(nextRate(2000, 100, 0)).toBe(2000)
})
