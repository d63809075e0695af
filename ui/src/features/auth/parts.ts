/** What other features show of signing in, in files of their own. */
export { AuthCard } from './components/auth-card'
