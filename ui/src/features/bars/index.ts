export { BarList } from './components/bar-list'
