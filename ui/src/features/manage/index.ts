export { CreateDialog } from './components/create-dialog'
export { checklist, unmet } from './model/checklist'
