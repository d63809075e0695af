import type { Reason } from '@/lib/api/reason'
import type { ProjectStatus } from '@/lib/api/types'
import { reasonLength, reviewMessage } from '@/lib/limits.gen'
import { passedStatuses } from '@/lib/statuses.gen'

export type Decision = 'approve' | 'reject' | 'withhold'
export const decisions: readonly Decision[] = ['approve', 'reject', 'withhold']

/** The reason of an approval for which none was chosen. */
const APPROVED = 'complies'

/** The reason that goes with a decision. The message to the author says it in words; "other" alone says nothing. */
export function reasonOf(decision: Decision, code: string, message: string): Reason {
  const chosen = code || (decision === 'approve' ? APPROVED : code)
  return chosen === 'other' ? { code: chosen, text: message.trim().slice(0, reasonLength) } : { code: chosen }
}

/** The reason why a decision is not possible now. */
export type Block = 'draft' | 'already' | 'message' | 'long' | 'code' | 'time' | Guard

/** Why nobody may decide now, or not with this message. */
type Guard = 'conflict' | 'outside' | 'resubmitted' | 'locked' | 'watching' | 'own' | 'fillers' | 'stale'

type Passed = (typeof passedStatuses)[number]

export const hasPassed = (status: ProjectStatus | null): status is Passed => passedStatuses.some((one) => one === status)

function reached(decision: Decision, status: ProjectStatus): boolean {
  if (decision === 'approve') return hasPassed(status)
  return status === (decision === 'reject' ? 'rejected' : 'withheld')
}

/** The obstacle to a decision; undefined where there is none. */
export function blockOf(decision: Decision, status: ProjectStatus, message: string, code: string): Block | undefined {
  if (status === 'draft') return 'draft'
  if (reached(decision, status)) return 'already'
  if (message.length > reviewMessage) return 'long'
  if (decision !== 'approve' && message.trim() === '') return 'message'
  if (decision !== 'approve' && (code === '' || code === APPROVED)) return 'code'
  return undefined
}

/** The status that a decision sets: an approval sets the requested status, otherwise listed. */
export function statusAfter(decision: Decision, requested: ProjectStatus | null): Passed | 'rejected' | 'withheld' {
  if (decision === 'reject') return 'rejected'
  if (decision === 'withhold') return 'withheld'
  return hasPassed(requested) ? requested : 'approved'
}
