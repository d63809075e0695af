export { ServerList } from './components/server-list'
export { ServerPage } from './components/server-page'
