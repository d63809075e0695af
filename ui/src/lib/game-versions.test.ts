import { expect, test } from 'vitest'
import type { GameVersion } from '@/lib/api/types'
import { formatGameVersions, versionSpan } from './game-versions'

function list(names: string, type: GameVersion['version_type'] = 'release'): GameVersion[] {
  return names.split(' ').map((version) => ({ version, version_type: type, date: '', major: false }))
}

const all = [
  ...list('1.21.4 1.21.3 1.21.2 1.21.1 1.21 1.20.6 1.20.5 1.20.4 1.20.3 1.20.2 1.20.1 1.20 1.19.4'),
  ...list('24w14a', 'snapshot'),
  ...list('b1.8.1 b1.8', 'beta'),
  ...list('a1.2.6 a1.2.5', 'alpha'),
]

test.each([
  ['1.20.1', ['1.20.1']],
  ['1.21.3 1.21.4', ['1.21.3–1.21.4']],
  ['1.20.1 1.20.4 1.21.1 1.21.3 1.21.4', ['1.21.3–1.21.4', '1.21.1', '1.20.4', '1.20.1']],
  ['1.20 1.20.1 1.20.2 1.20.3 1.20.4 1.20.5 1.20.6', ['1.20.x']],
  ['1.20.5 1.20.6 1.21 1.21.1', ['1.20.5–1.21.1']],
  ['24w14a 1.20.1', ['1.20.1', '24w14a']],
  ['b1.8 b1.8.1', ['All beta versions']],
  ['a1.2.5 a1.2.6', ['All alpha versions']],
  ['a1.2.5 a1.2.6 b1.8 b1.8.1 1.21', ['1.21', 'All alpha and beta versions']],
  ['b1.8', ['b1.8']],
])('%s is shown as %j', (versions, ranges) => {
  expect(formatGameVersions(versions.split(' '), all)).toEqual(ranges)
})

test('an unknown version stays as it is', () => {
  expect(formatGameVersions(['9.9'], all)).toEqual(['9.9'])
  expect(formatGameVersions(['1.20.1'], [])).toEqual(['1.20.1'])
})

test('a span names the oldest and newest release whatever the order', () => {
  expect(versionSpan(['1.21.1', '1.9.4', '1.20'])).toBe('1.9.4–1.21.1')
  expect(versionSpan(['1.20.1', '24w14a'])).toBe('1.20.1')
  expect(versionSpan(['24w14a'])).toBe('24w14a')
  expect(versionSpan([])).toBe('')
})
