export { WatchButton } from './components/watch-button'
