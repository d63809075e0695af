import type { ProjectStatus } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewLockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { reviewMessage } from '@/lib/limits.gen'
import type { Block } from './decision'

/** An obstacle in words. */
export function textOfBlock(
  block: Block,
  status: ProjectStatus,
  { holder, lacking }: { holder: string | undefined; lacking: number },
): string {
  const { block: words } = reviewPanelText
  switch (block) {
    case 'already':
      return reviewText.block.already(projectText.statuses[status] ?? status)
    case 'long':
      return reviewText.block.long(formatExact(reviewMessage))
    case 'locked':
      return words.locked(holder ?? reviewLockText.somebody)
    case 'fillers':
      return words.fillers(lacking)
    case 'conflict':
    case 'outside':
    case 'resubmitted':
    case 'watching':
    case 'own':
    case 'stale':
      return words[block]
    default:
      return reviewText.block[block]
  }
}
