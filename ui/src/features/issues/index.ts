export { IssuesScreen } from './components/issues-screen'
export { BoardPage } from './components/board-page'
