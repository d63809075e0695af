export { CreateDialog } from './components/create-dialog'
