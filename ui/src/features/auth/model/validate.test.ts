import { expect, test } from 'vitest'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { checkSignUp, fieldOf } from './validate'

const good = { username: '小满', email: 'a@b.example', password: 'lantern moss ferry', confirm: 'lantern moss ferry' }

test('a complete form has no errors', () => {
  expect(checkSignUp(good)).toEqual({})
})

test('passwords that differ, a short one and a broken address are named at their fields', () => {
  expect(checkSignUp({ ...good, confirm: 'x' })).toEqual({ confirm: t.mismatch })
  expect(checkSignUp({ ...good, password: 'short', confirm: 'short' })).toEqual({ password: t.passwordShort })
  expect(checkSignUp({ ...good, email: 'nobody' })).toEqual({ email: t.emailWrong })
  expect(checkSignUp({ username: ' ', email: '', password: '', confirm: '' })).toEqual({ username: t.required, email: t.required, password: t.passwordShort })
})

test('a refusal of the server finds its field', () => {
  expect(fieldOf('该用户名已被使用。')).toBe('username')
  expect(fieldOf('该邮箱已被使用。')).toBe('email')
  expect(fieldOf('密码强度不足。')).toBe('password')
  expect(fieldOf('尝试次数过多')).toBeUndefined()
})
