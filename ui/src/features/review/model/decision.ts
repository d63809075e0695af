import type { Reason } from '@/lib/api/reason'
import type { ProjectStatus } from '@/lib/api/types'

export type Decision = 'approve' | 'reject' | 'withhold'
export const decisions: readonly Decision[] = ['approve', 'reject', 'withhold']

/** The server takes no longer message, in UTF-16 units. */
export const MAX_MESSAGE = 65_536

/** The reason of an approval for which none was chosen. */
const APPROVED = 'complies'

/** The reason that goes with a decision. The message to the author says it in words; "other" alone says nothing. */
export function reasonOf(decision: Decision, code: string, message: string): Reason {
  const chosen = code || (decision === 'approve' ? APPROVED : code)
  return chosen === 'other' ? { code: chosen, text: message.trim().slice(0, MAX_REASON) } : { code: chosen }
}

/** The server takes no longer text of a reason. */
const MAX_REASON = 2_000

/** Why a decision cannot be taken now. */
export type Block = 'draft' | 'already' | 'message' | 'long' | 'code'

const passed = ['approved', 'archived', 'unlisted', 'private'] as const
type Passed = (typeof passed)[number]

const hasPassed = (status: ProjectStatus | null): status is Passed => passed.some((one) => one === status)

function reached(decision: Decision, status: ProjectStatus): boolean {
  if (decision === 'approve') return hasPassed(status)
  return status === (decision === 'reject' ? 'rejected' : 'withheld')
}

/** What keeps a decision from being taken, or undefined where nothing does. */
export function blockOf(decision: Decision, status: ProjectStatus, message: string, code: string): Block | undefined {
  if (status === 'draft') return 'draft'
  if (reached(decision, status)) return 'already'
  if (message.length > MAX_MESSAGE) return 'long'
  if (decision !== 'approve' && message.trim() === '') return 'message'
  if (decision !== 'approve' && (code === '' || code === APPROVED)) return 'code'
  return undefined
}

/** The status a decision asks for: an approval gives what the author wished for, else a listed project. */
export function statusAfter(decision: Decision, requested: ProjectStatus | null): Passed | 'rejected' | 'withheld' {
  if (decision === 'reject') return 'rejected'
  if (decision === 'withhold') return 'withheld'
  return hasPassed(requested) ? requested : 'approved'
}

type Pressed = { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean; code: string; target: EventTarget | null }
const keys: Record<string, Decision> = { KeyA: 'approve', KeyW: 'withhold', KeyR: 'reject' }

/** The decision behind Shift+Alt+A, W or R; none while somebody types. */
export function decisionOfKey(event: Pressed): Decision | undefined {
  if (!event.shiftKey || !event.altKey || event.ctrlKey || event.metaKey) return undefined
  const at = event.target
  if (at instanceof HTMLElement && (at.isContentEditable || at.closest('input, textarea, select, [contenteditable="true"]')))
    return undefined
  return keys[event.code]
}
