import { expect, test } from 'vitest'
import { faultText, initAt, secondStepOf } from './outside'

test('a sign-in with another site keeps the path to return to', () => {
  expect(initAt('git hub', '/mods?q=a&b#c')).toBe('/v2/auth/init?provider=git%20hub&url=%2Fmods%3Fq%3Da%26b%23c')
})

test('a code is said in words, also one that is not known', () => {
  expect(faultText('provider_denied')).toMatch(/没有同意/)
  expect(faultText('toString')).toBe('登录没有完成，请重试。')
  expect(faultText('')).toBeUndefined()
  expect(faultText(undefined)).toBeUndefined()
})

test('the second step is read from the fragment', () => {
  expect(secondStepOf('#flow=abc&code=1')).toEqual({ flow: 'abc', code: true, passkey: false })
  expect(secondStepOf('flow=abc&passkey=1')).toEqual({ flow: 'abc', code: false, passkey: true })
  expect(secondStepOf('#top')).toBeUndefined()
  expect(secondStepOf('')).toBeUndefined()
})
