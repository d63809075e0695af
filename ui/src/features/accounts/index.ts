export { AccountsScreen } from './components/accounts-screen'
export { AccountScreen } from './components/account-screen'
export type { AccountsSearch } from './search'
