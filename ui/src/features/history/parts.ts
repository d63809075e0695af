import { readyLazy } from '@/lib/ready-lazy'

// Parts of the history for other features, loaded on use.
export const SinceSubmission = readyLazy(() => import('./components/since-submission'))
