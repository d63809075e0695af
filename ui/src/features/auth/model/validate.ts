import * as v from 'valibot'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

const points = (text: string) => [...text].length

export const filled = v.pipe(v.string(), v.trim(), v.nonEmpty(t.required))

const password = v.pipe(
  v.string(),
  v.check((text) => points(text) >= 8, t.passwordShort),
  v.check((text) => points(text) <= 256, t.passwordLong),
)

/** The fields of a new password: the password, named as in the API, and its repetition. */
const newPassword = { new_password: password, confirm: v.string() }

export const resetSchema = v.pipe(
  v.object(newPassword),
  v.forward(
    v.partialCheck([['new_password'], ['confirm']], (form) => form.confirm === form.new_password, t.mismatch),
    ['confirm'],
  ),
)

export const signInSchema = v.object({ username: filled, password: v.pipe(v.string(), v.nonEmpty(t.required)) })

/** The fields of a new account without its password. */
const newAccount = {
  username: filled,
  email: v.pipe(filled, v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, t.emailWrong)),
  sign_up_newsletter: v.boolean(),
}

export const joinSchema = v.object(newAccount)

export const signUpSchema = v.pipe(
  v.object({ ...newAccount, password, confirm: v.string() }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (form) => form.confirm === form.password, t.mismatch),
    ['confirm'],
  ),
)
