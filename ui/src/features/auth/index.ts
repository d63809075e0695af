/** What other features use of signing in. */
export { useResendVerification, useSubscribe } from './api'
export { ProviderButtons } from './components/provider-buttons'
export { faultText } from './model/outside'
export { NewPassword } from './components/new-password'
export { resetSchema } from './model/validate'
