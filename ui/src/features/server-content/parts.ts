// Parts of the content of a server for the search that installs on it.
export { contentQueries } from './api'
export { refusalOf } from './model/refusal'
