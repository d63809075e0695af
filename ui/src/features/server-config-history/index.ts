export { ConfigHistory } from './components/config-history'
