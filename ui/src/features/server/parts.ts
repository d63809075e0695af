// Parts of the panel for the pages of a server that are features of their own.
export { serverQueries, usePower } from './api'
export { AccountControl } from './components/account-control'
export { ExitFacts } from './components/crash-facts'
export { useNow } from './hooks'
export { isReport, tell, type Happening } from './model/history'
export { ConsoleSocket, type BackupFrame, type Line } from './model/socket'
export { isAlive, spanOf, type Shown } from './model/state'
