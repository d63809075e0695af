export { ServerContent } from './components/server-content'
