import type { Member, User } from '@/lib/api/types'
import { ORG } from '@/lib/permissions'
import { isStaff } from '@/lib/session'

export type Standing = {
  /** An unanswered invitation. */
  invitation: Member | undefined
  /** Rights on the organisation itself, and the rights on its projects that may be granted. */
  rights: number
  onProjects: number
  owns: boolean
  /** May see the settings: an accepted member or staff. */
  inside: boolean
}

// A moderator's rights on every organisation: edit its details, and add projects.
const MODERATOR = ORG.editDetails | ORG.addProject
const ALL_ON_PROJECTS = 2047

/** The viewer's role in an organisation: admin, member, moderator or none, in this order. */
export function standingIn(organization: { members: readonly Member[] }, user: User | null | undefined): Standing {
  const mine = user ? organization.members.find((member) => member.user.id === user.id) : undefined
  const member = mine?.accepted ? mine : undefined
  const admin = user?.role === 'admin'
  return {
    invitation: mine && !mine.accepted ? mine : undefined,
    rights: admin ? ORG.all : member ? (member.organization_permissions ?? 0) : isStaff(user) ? MODERATOR : 0,
    onProjects: admin ? ALL_ON_PROJECTS : (member?.permissions ?? 0),
    owns: admin || Boolean(member?.is_owner),
    inside: Boolean(member) || isStaff(user),
  }
}
