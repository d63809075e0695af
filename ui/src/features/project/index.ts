export { TableOfContents } from './components/table-of-contents'
export { projectHead } from './model/head'
export { demoteHeadings } from './model/body'
export { creators, roleText } from './model/people'
