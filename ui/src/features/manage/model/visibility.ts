import type { ProjectPage, ProjectStatus } from '@/lib/api/types'

const approved: readonly ProjectStatus[] = ['approved', 'archived', 'unlisted', 'private']
/** What one may ask for before a review: how it shall stand afterwards. */
const requestable: readonly ProjectStatus[] = ['approved', 'unlisted', 'private']

export type VisibilityChoices = { field: 'status' | 'requested_status'; now: ProjectStatus; options: readonly ProjectStatus[] }

/** An approved project changes its own status, any other what it will be once it is approved. */
export function visibilityChoices(project: Pick<ProjectPage, 'status' | 'requested_status'>): VisibilityChoices {
  if (approved.includes(project.status)) return { field: 'status', now: project.status, options: [...approved, 'draft'] }
  const asked = project.requested_status
  const now = asked && approved.includes(asked) ? asked : 'approved'
  return { field: 'requested_status', now, options: requestable.includes(now) ? requestable : [...requestable, now] }
}
