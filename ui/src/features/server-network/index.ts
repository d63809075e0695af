export { ServerNetwork } from './components/server-network'
