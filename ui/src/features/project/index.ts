export { TableOfContents } from './components/table-of-contents'
export { demoteHeadings } from './model/body'
export { creators, roleText } from './model/people'
