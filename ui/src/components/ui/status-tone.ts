import type { Tone } from './badge'
import type { ProjectStatus } from '@/lib/api/types'

/** How a status looks. Never by colour alone: the badge carries its name. */
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
