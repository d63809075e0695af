import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { chosenStatuses, passedStatuses } from '@/lib/statuses.gen'

const approved: readonly ProjectStatus[] = passedStatuses
/** What one may ask for before a review: how it shall stand afterwards. */
const requestable: readonly ProjectStatus[] = chosenStatuses

export type VisibilityChoices = { field: 'status' | 'requested_status'; now: ProjectStatus; options: readonly ProjectStatus[] }

/** Whether a release can be planned: not before the first approval. */
export function plannable(status: ProjectStatus): boolean {
  return status === 'scheduled' || approved.includes(status)
}

/** An approved or scheduled project changes its own status, any other what it will be once it is approved. */
export function visibilityChoices(project: Pick<ProjectPage, 'status' | 'requested_status'>): VisibilityChoices {
  if (project.status === 'scheduled') return { field: 'status', now: 'scheduled', options: ['scheduled', ...approved, 'draft'] }
  if (approved.includes(project.status)) return { field: 'status', now: project.status, options: [...approved, 'draft'] }
  const asked = project.requested_status
  const now = asked && approved.includes(asked) ? asked : 'approved'
  return { field: 'requested_status', now, options: requestable.includes(now) ? requestable : [...requestable, now] }
}
