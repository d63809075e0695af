export { InstallSearch } from './components/install-search'
