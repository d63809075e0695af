export { CurationScreen } from './components/curation-screen'
