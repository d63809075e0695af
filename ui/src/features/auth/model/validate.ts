import { authText as t } from '@/lib/i18n/zh-Hans/auth'

export type SignUpForm = { username: string; email: string; password: string; confirm: string }
export type SignUpErrors = Partial<Record<keyof SignUpForm, string>>

/** What can be said without the server; an empty object lets the form go. */
export function checkSignUp(form: SignUpForm): SignUpErrors {
  const errors: SignUpErrors = {}
  if (!form.username.trim()) errors.username = t.required
  if (!form.email.trim()) errors.email = t.required
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim())) errors.email = t.emailWrong
  return { ...errors, ...checkNewPassword(form) }
}

/** The same for a new password alone. */
export function checkNewPassword({ password, confirm }: { password: string; confirm: string }): { password?: string; confirm?: string } {
  const errors: { password?: string; confirm?: string } = {}
  if ([...password].length < 8) errors.password = t.passwordShort
  else if ([...password].length > 256) errors.password = t.passwordLong
  if (confirm !== password) errors.confirm = t.mismatch
  return errors
}

/** The field a refusal of the server is about, by the words of its description. */
export function fieldOf(description: string): keyof SignUpForm | undefined {
  if (description.includes('用户名')) return 'username'
  if (description.includes('邮箱')) return 'email'
  if (description.includes('密码')) return 'password'
  return undefined
}
