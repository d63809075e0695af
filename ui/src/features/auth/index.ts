/** What other features use of signing in. */
export { useResendVerification, useSubscribe } from './api'
export { NewPassword } from './components/new-password'
export { resetSchema } from './model/validate'
