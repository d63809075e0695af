import { expect, test } from 'vitest'
import { customLicense, offeredLicenses } from './licenses'
import { soundLink } from './web-link'

const all = [
  { short: '0BSD', name: 'BSD Zero Clause License' },
  { short: 'GPL-3.0-only', name: 'GNU General Public License v3.0 only' },
  { short: 'LicenseRef-All-Rights-Reserved', name: 'All Rights Reserved' },
  { short: 'LicenseRef-Unknown', name: '未知' },
  { short: 'MIT', name: 'MIT License' },
  { short: 'MIT-0', name: 'MIT No Attribution' },
]

test('the usual licences are offered first, all are found by words', () => {
  expect(offeredLicenses(all, '').map((one) => one.short)).toEqual(['MIT', 'LicenseRef-All-Rights-Reserved', 'GPL-3.0-only'])
  expect(offeredLicenses(all, 'mit').map((one) => one.short)).toEqual(['MIT', 'MIT-0'])
  expect(offeredLicenses(all, 'zero clause').map((one) => one.short)).toEqual(['0BSD'])
  expect(offeredLicenses(all, 'unknown')).toEqual([])
})

test('the one that the page names is found by that name', () => {
  expect(offeredLicenses(all, '保留所有权益').map((one) => one.short)).toEqual(['LicenseRef-All-Rights-Reserved'])
  expect(offeredLicenses(all, 'all rights').map((one) => one.short)).toEqual(['LicenseRef-All-Rights-Reserved'])
})

test('a licence of one’s own gets an id', () => {
  expect(customLicense('My License 1.0')).toBe('LicenseRef-My-License-1.0')
  expect(customLicense('我的许可证')).toBeUndefined()
})

test.each([
  ['', true],
  ['https://example.com/a', true],
  ['http://example.com', false],
  ['example.com', false],
  ['https://u:p@example.com', false],
  ['javascript:alert(1)', false],
])('the link %s is sound: %s', (text, sound) => {
  expect(soundLink(text)).toBe(sound)
})
