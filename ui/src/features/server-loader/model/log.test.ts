import { expect, test } from 'vitest'
import { logOf } from './log'

const names = [
  'a.log',
  'modrinth-installation-20261130T060000.000Z.log',
  'modrinth-installation-20261130T061500.250Z.log',
  'modrinth-installation-x.log',
]

test('the log of the newest installation is found among the files', () => {
  expect(logOf(names)).toBe('/modrinth-installation-20261130T061500.250Z.log')
  expect(logOf(names, '2026-11-30T06:15:30Z')).toBe('/modrinth-installation-20261130T061500.250Z.log')
  expect(logOf(['a.log'])).toBeUndefined()
})

test('a log of an earlier installation is not taken for that of a later one', () => {
  expect(logOf(names, '2026-11-30T07:00:00Z')).toBeUndefined()
})
