import type { Member, ProjectPage, User } from '@/lib/api/types'
import { isStaff } from '@/lib/session'

export type Viewer = {
  /** The accepted membership, if any. */
  member: Member | undefined
  /** An unanswered invitation. */
  invitation: Member | undefined
  staff: boolean
  /** Sees what members see. */
  inside: boolean
}

/** The viewer's role in a project. */
export function viewerOf(project: Pick<ProjectPage, 'members'>, user: Pick<User, 'id' | 'role'> | null | undefined): Viewer {
  const mine = user ? project.members.find((member) => member.user.id === user.id) : undefined
  const staff = isStaff(user)
  const member = mine?.accepted ? mine : undefined
  return { member, invitation: mine && !mine.accepted ? mine : undefined, staff, inside: Boolean(member) || staff }
}

const inReview = new Set(['rejected', 'withheld', 'processing', 'scheduled'])

/** Whether the viewer sees the moderation tab. */
export function seesModeration(project: Pick<ProjectPage, 'status'>, viewer: Viewer): boolean {
  return viewer.staff || (Boolean(viewer.member) && inReview.has(project.status))
}
