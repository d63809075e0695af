import type { ServerMember } from '@/lib/hosting/members'
import type { Server } from '@/lib/hosting/servers'
import { serverMembersText as t } from '@/lib/i18n/zh-Hans/server-members'

const INVITED_DAYS = 14
const DAY_MS = 86_400_000
const MANAGE_USERS = 1 << 8

/** Why the viewer cannot manage the members; undefined where it can. */
export function refusalOf({ deleted, current_user_permissions: rights }: Server): string | undefined {
  if (deleted) return t.refused.deleted
  return rights & MANAGE_USERS ? undefined : t.refused.right
}

/** How long an invitation can still be accepted, in words. */
export function leftOf(since: string, now: number): string {
  const days = Math.floor((Date.parse(since) + INVITED_DAYS * DAY_MS - now) / DAY_MS)
  return days >= 1 ? t.left(String(days)) : t.lastDay
}

/** The name of a member. */
export const nameOf = ({ user }: Pick<ServerMember, 'user'>): string => user?.username ?? t.erased
