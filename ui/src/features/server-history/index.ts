export { CrashPage } from './components/crash-page'
export { ServerHistory } from './components/server-history'
