export { ModerationScreen } from './components/moderation-screen'
export { QueueScreen } from './components/queue-screen'
export { ReviewFrame } from './components/review-frame'
export { parseQueueSearch } from './model/queue'
