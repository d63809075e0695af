import { expect, test } from 'vitest'
import { passwordStrength } from './strength'

test('short, repeated and well-known passwords are very weak', () => {
  for (const weak of ['', 'abc', 'aaaaaaaaaaaa', 'password', 'password1', 'minecraft123']) {
    expect(passwordStrength(weak), weak).toBeLessThanOrEqual(1)
  }
})

test('the user name does not make a password stronger', () => {
  expect(passwordStrength('zhangsan2020', ['zhangsan'])).toBeLessThan(passwordStrength('zhangsan2020'))
})

test('a long phrase is strong', () => {
  expect(passwordStrength('lantern moss ferry quilt')).toBe(4)
})
