import { expect, test } from 'vitest'
import type { GameVersion } from '@/lib/api/types'
import { formatGameVersions, newestFirst, versionsInBrief } from './game-versions'
import { oldest } from './releases.gen'

function list(names: string, type: GameVersion['version_type'] = 'release'): GameVersion[] {
  return names.split(' ').map((version) => ({ version, version_type: type, date: '', major: false }))
}

const all = [
  ...list('1.21.4 1.21.3 1.21.2 1.21.1 1.21 1.20.6 1.20.5 1.20.4 1.20.3 1.20.2 1.20.1 1.20 1.19.4'),
  ...list('24w14a', 'snapshot'),
  ...list('b1.8.1 b1.8', 'beta'),
  ...list('a1.2.6 a1.2.5 inf-20100618 rd-132211', 'alpha'),
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
  ['inf-20100618 rd-132211', ['All pre-alpha versions']],
  ['a1.2.5 a1.2.6 inf-20100618 rd-132211', ['All alpha versions', 'All pre-alpha versions']],
  ['a1.2.5 a1.2.6 b1.8 b1.8.1 inf-20100618 rd-132211 1.21', ['1.21', 'All legacy versions']],
  ['a1.2.5 a1.2.6 b1.8 b1.8.1 rd-132211', ['rd-132211', 'All alpha and beta versions']],
  ['b1.8', ['b1.8']],
])('%s is shown as %j', (versions, ranges) => {
  expect(formatGameVersions(versions.split(' '), all)).toEqual(ranges)
})

test('versions are listed from the newest to the oldest, unknown ones at the end', () => {
  expect(newestFirst(['1.20.1', 'own', '1.21.4', '1.21.1'], all)).toEqual(['1.21.4', '1.21.1', '1.20.1', 'own'])
})

test('an unknown version stays as it is', () => {
  expect(formatGameVersions(['9.9'], all)).toEqual(['9.9'])
  expect(formatGameVersions(['1.20.1'], [])).toEqual(['1.20.1'])
})

test.each([
  ['1.4.2 1.4.4 1.4.6', '1.4.6、1.4.4 等 3 个', '1.4.6、1.4.4、1.4.2'],
  ['1.19.2 22w12a 22w13a', '1.19.2、22w13a 等 3 个', '1.19.2、22w13a、22w12a'],
  // Variants: a line with numbers that were no release, lines that end before the next begins, unknown names.
  ['1.4.4 1.4.5 1.4.6 1.4.7', '1.4.4–1.4.7', '1.4.4–1.4.7'],
  ['1.4.2 1.4.4 1.4.5 1.4.6 1.4.7', '1.4.x', '1.4.x'],
  ['1.6.4 1.7.2', '1.7.2、1.6.4', '1.7.2、1.6.4'],
  ['1.20.5 1.20.6 1.21', '1.20.5–1.21', '1.20.5–1.21'],
  ['1.19.2 26.3-pre-1', '1.19.2、26.3-pre-1', '1.19.2、26.3-pre-1'],
  ['1.9.4 1.20 1.21.1', '1.21.1、1.20 等 3 个', '1.21.1、1.20、1.9.4'],
  ['1.12 1.12.1 1.20.1 1.20.2 1.20.3 1.20.4', '1.20.1–1.20.4 等 6 个', '1.20.1–1.20.4、1.12–1.12.1'],
  ['24w13a 24w14a 24w18a', '24w18a、24w14a 等 3 个', '24w18a、24w14a、24w13a'],
  ['24w14a', '24w14a', '24w14a'],
  ['', '', ''],
])('a card says %s as %s', (versions, text, whole) => {
  expect(versionsInBrief(versions.split(' ').filter(Boolean))).toEqual({ text, all: whole })
})

test('a card names a whole family of old builds as the sidebar does', () => {
  const beta = Array.from({ length: oldest.beta }, (_, index) => `b1.${index}`)
  const alpha = Array.from({ length: oldest.alpha }, (_, index) => `a1.${index}`)
  const preAlpha = Array.from({ length: oldest.preAlpha }, (_, index) => `rd-${index}`)
  expect(versionsInBrief([...preAlpha, ...alpha, ...beta]).text).toBe('All legacy versions')
  expect(versionsInBrief([...beta, '1.20']).text).toBe(`1.20 等 ${oldest.beta + 1} 个`)
  expect(versionsInBrief([...beta, '1.20']).all).toBe('1.20、All beta versions')
  expect(versionsInBrief(beta.slice(1)).all).not.toContain('All beta versions')
})

test('a chosen version stands first, and the number still is that of all', () => {
  expect(versionsInBrief(['1.9.4', '1.20', '1.21.1'], '1.9.4').text).toBe('1.9.4、1.21.1 等 3 个')
  expect(versionsInBrief(['1.9.4', '1.20'], '1.9.4').text).toBe('1.9.4、1.20')
  expect(versionsInBrief(['1.20.1', '1.20.2', '1.20.3'], '1.20.2').text).toBe('1.20.2 等 3 个')
})
