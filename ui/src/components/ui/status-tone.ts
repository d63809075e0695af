import type { Tone } from './badge'
import type { ProjectStatus } from '@/lib/api/types'

/** The colour of a status. Colour is never the only sign: the badge contains the name. */
export function statusTone(status: ProjectStatus): Tone {
  switch (status) {
    case 'approved':
      return 'ok'
    case 'processing':
    case 'scheduled':
      return 'info'
    case 'rejected':
      return 'bad'
    case 'withheld':
    case 'archived':
      return 'warn'
    default:
      return 'neutral'
  }
}
