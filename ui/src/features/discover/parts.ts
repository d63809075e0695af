// Parts of the search for the one that installs on a server.
export { SearchScreen, type Install } from './components/search-screen'
export { useSetSearch } from './hooks'
export { buildFacets } from './model/facets'
export { changed, type ListingSearch } from './model/search-state'
