export { ServerList } from './components/server-list'
export { ServerOverview } from './components/server-overview'
