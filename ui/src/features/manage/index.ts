export { CreateDialog } from './components/create-dialog'
export { useSuggestedSlug } from './use-suggested-slug'
export { checklist, unmet } from './model/checklist'
