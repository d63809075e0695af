import type { ProjectPage, User } from '@/lib/api/types'
import { memberText } from '@/lib/i18n/zh-Hans/members'
import { viewerOf } from '@/lib/viewer'
import { hasBit, UPLOAD_VERSION } from './permission-bits'

export { hasBit } from './permission-bits'

/** The permission bits of a member in ascending order. */
const DELETE_VERSION = 2
export const EDIT_DETAILS = 4
export const EDIT_BODY = 8
export const MANAGE_INVITES = 16
export const REMOVE_MEMBER = 32
export const EDIT_MEMBER = 64
export const DELETE_PROJECT = 128
export const ALL_PERMISSIONS = 2047
/** A moderator's rights on projects of others. */
export const MODERATOR_PERMISSIONS = UPLOAD_VERSION | EDIT_DETAILS | EDIT_BODY

/** The default rights of an invitation. */
export const DEFAULT_PERMISSIONS = UPLOAD_VERSION | DELETE_VERSION | EDIT_DETAILS | EDIT_BODY

export function flipBit(permissions: number, bit: number): number {
  return permissions ^ (1 << bit)
}

/** The permission bits of an organisation's member on the organisation itself. */
export const ORG = {
  editDetails: 1,
  manageInvites: 2,
  removeMember: 4,
  editMember: 8,
  addProject: 16,
  removeProject: 32,
  delete: 64,
  editDefaults: 128,
  all: 255,
} as const

/** The viewer's rights on a project, as the server decides them. */
export function rightsOf(project: Pick<ProjectPage, 'members'>, user: Pick<User, 'id' | 'role'> | null | undefined): number {
  if (!user) return 0
  if (user.role === 'admin') return ALL_PERMISSIONS
  const { member } = viewerOf(project, user)
  if (member) return member.is_owner ? ALL_PERMISSIONS : (member.permissions ?? 0)
  return user.role === 'moderator' ? MODERATOR_PERMISSIONS : 0
}

/** Why an action is not offered: the name of the missing right. Undefined where the viewer has it. */
export function missingRight(rights: number, needed: number): string | undefined {
  const bit = Math.log2(needed)
  return hasBit(rights, bit) ? undefined : memberText.missing(memberText.bits[bit] ?? '')
}

const VIEW_ANALYTICS = 256

/** Whether the viewer sees how often a project is downloaded. */
export function seesAnalytics(project: Pick<ProjectPage, 'members'>, user: Pick<User, 'id' | 'role'> | null | undefined): boolean {
  return viewerOf(project, user).staff || hasBit(rightsOf(project, user), Math.log2(VIEW_ANALYTICS))
}
