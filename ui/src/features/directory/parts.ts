export { Elsewhere } from './components/elsewhere'
export { default as Popular } from './components/popular'
