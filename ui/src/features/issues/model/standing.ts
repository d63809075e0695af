import type { OwnUser, ProjectPage } from '@/lib/api/types'
import type { Board } from '../api'

/** Where issues go: only elsewhere, here and elsewhere, only here, or nowhere. */
export type Mode = 'elsewhere' | 'both' | 'here' | 'closed'
const modes: readonly Mode[] = ['elsewhere', 'both', 'here', 'closed']

export const modeOf = ({ issues_type: type }: Pick<Board, 'issues_type'>): Mode => modes[type] ?? 'here'

/** Whether a person may open an issue, and otherwise why not; undefined until it is known who looks. */
export type Standing = 'may' | 'signed-out' | 'unverified' | 'refused' | undefined

export function standingOf(board: Board, project: Pick<ProjectPage, 'status'>, user: OwnUser | null | undefined): Standing {
  if (board.can_open) return 'may'
  const mode = modeOf(board)
  if (mode === 'closed' || mode === 'elsewhere' || project.status === 'archived') return 'refused'
  if (user === undefined) return undefined
  if (user === null) return 'signed-out'
  return user.email_verified === false || user.email === null ? 'unverified' : 'refused'
}

/** Whether the list is shown: not where issues are closed, except to those who work on the project. */
export const showsList = (board: Board, inside: boolean): boolean => modeOf(board) !== 'closed' || inside || board.member
