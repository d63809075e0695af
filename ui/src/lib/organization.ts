import type { Member, Organization, User } from '@/lib/api/types'
import { ORG } from '@/lib/permissions'
import { isStaff } from '@/lib/session'

export type Standing = {
  /** A membership that waits for an answer. */
  invitation: Member | undefined
  /** Rights on the organisation itself, and those on its projects that may be given on. */
  rights: number
  onProjects: number
  owns: boolean
  /** May look at the settings: an accepted member, or of the staff. */
  inside: boolean
}

// What a moderator may do with every organisation: its details, and add projects.
const MODERATOR = ORG.editDetails | ORG.addProject
const ALL_ON_PROJECTS = 2047

/** What the visitor is to an organisation: admin, member, moderator or nobody, in this order. */
export function standingIn(organization: Pick<Organization, 'members'>, user: User | null | undefined): Standing {
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
