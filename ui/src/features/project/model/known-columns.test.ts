import { expect, test } from 'vitest'
import { countsDownloads, knownOf } from './known-columns'

const file = { url: 'https://example.org/a.jar', filename: 'a.jar', size: 1 }
const imported = { opening_downloads: { count: 684, estimated: false } }

test('downloads of before the import are those of no version', () => {
  expect(countsDownloads(imported, { downloads: 0 })).toBe(false)
  expect(countsDownloads(imported, { downloads: 1 })).toBe(true)
  expect(countsDownloads({ opening_downloads: null }, { downloads: 0 })).toBe(true)
})

test('a column that is unknown in each row is left out', () => {
  expect(knownOf(imported, [{ downloads: 0, file: null }])).toEqual({ downloads: false, sizes: false })
  expect(
    knownOf(imported, [
      { downloads: 0, file },
      { downloads: 2, file: null },
    ]),
  ).toEqual({ downloads: true, sizes: true })
})
