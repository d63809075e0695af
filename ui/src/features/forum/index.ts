export { ForumScreen } from './components/forum-screen'
