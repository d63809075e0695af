import { safeParse, type GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { resetSchema, signUpSchema } from './validate'

const good = {
  username: ' 小满 ',
  email: 'a@b.example ',
  password: 'lantern moss ferry',
  confirm: 'lantern moss ferry',
  sign_up_newsletter: false,
}

function wrong(schema: GenericSchema, form: object): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of safeParse(schema, form).issues ?? []) found[String(issue.path?.[0]?.key)] ??= issue.message
  return found
}

test('a complete form is sent without the blanks around it', () => {
  expect(safeParse(signUpSchema, good).output).toEqual({ ...good, username: '小满', email: 'a@b.example' })
})

test('passwords that differ, a short one and a broken address are named at their fields', () => {
  expect(wrong(signUpSchema, { ...good, confirm: 'x' })).toEqual({ confirm: t.mismatch })
  expect(wrong(signUpSchema, { ...good, password: 'short', confirm: 'short' })).toEqual({ password: t.passwordShort })
  expect(wrong(signUpSchema, { ...good, email: 'nobody' })).toEqual({ email: t.emailWrong })
  expect(wrong(signUpSchema, { ...good, username: ' ', email: '', password: '', confirm: '' })).toEqual({
    username: t.required,
    email: t.required,
    password: t.passwordShort,
  })
  expect(wrong(resetSchema, { new_password: '长'.repeat(257), confirm: 'x' })).toEqual({
    new_password: t.passwordLong,
    confirm: t.mismatch,
  })
})
