/** What the shell uses of the settings. */
export { EmailBanner } from './components/email-banner'
export { SuspensionBanner } from './components/suspension-banner'
