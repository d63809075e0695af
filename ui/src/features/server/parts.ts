// Parts of the panel for the pages of a server that are features of their own.
export { AccountControl } from './components/account-control'
