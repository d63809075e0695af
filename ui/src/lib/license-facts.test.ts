import { expect, test } from 'vitest'
import { licenseAddress, licenseFacts } from './license-facts'

test.each([
  ['MIT', '可商用、可修改、须署名'],
  ['CC0-1.0', '可商用、可修改、无须署名'],
  ['GPL-3.0-only', '可商用、可修改、须署名、修改版须用同样的许可证、分发时须提供源代码'],
  ['GPL-2.0-or-later', '可商用、可修改、须署名、修改版须用同样的许可证、分发时须提供源代码'],
  ['AGPL-3.0-only', '可商用、可修改、须署名、修改版须用同样的许可证、分发时须提供源代码、联网提供服务也须公开源代码'],
  ['LGPL-2.1-only', '可商用、可修改、须署名、改过的部分须公开源代码'],
  ['CC-BY-NC-SA-4.0', '不可商用、可修改、须署名、修改版须用同样的许可证'],
  ['CC-BY-ND-3.0', '可商用、不可发布修改版、须署名'],
  ['LicenseRef-All-Rights-Reserved', '转载、修改和商用须经作者同意'],
])('%s is explained as %s', (id, facts) => {
  expect(licenseFacts(id)).toBe(facts)
})

test.each([
  '',
  'LicenseRef-Unknown',
  'LicenseRef-My-MIT',
  'Zlib',
  'MIT OR Apache-2.0',
  'GPL',
  'CC-BY',
  'toString',
  '__proto__',
  'CC-BY-4.0-x',
])('nothing is said about %j', (id) => {
  expect(licenseFacts(id)).toBeUndefined()
  expect(licenseAddress(id)).toBeUndefined()
})

test('a licence with an SPDX id has its full text there', () => {
  expect(licenseAddress('MIT')).toBe('https://spdx.org/licenses/MIT.html')
  expect(licenseAddress('LicenseRef-All-Rights-Reserved')).toBeUndefined()
})
