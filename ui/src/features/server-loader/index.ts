export { ServerLoader } from './components/server-loader'
