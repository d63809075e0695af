import { expect, test } from 'vitest'
import { licenseName } from './license'

test.each([
  ['MIT', 'MIT'],
  ['LicenseRef-All-Rights-Reserved', '保留所有权益/无许可证'],
  ['LicenseRef-Polyform-Shield-1.0.0', 'Polyform Shield 1.0.0'],
  ['LicenseRef-Unknown', '未注明许可证'],
])('%s is shown as %s', (id, name) => {
  expect(licenseName(id)).toBe(name)
})
