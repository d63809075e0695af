export { ContentsScreen } from './components/contents-screen'
export { parseContentsSearch, type ContentsSearch } from './search'
