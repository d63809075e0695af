import { Bell, Bookmark, Building2, LayoutDashboard, Package, Settings, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react'
import type { Address } from '@/lib/address'
import type { User } from '@/lib/api/types'
import { shellText as t } from '@/lib/i18n/zh-Hans/shell'
import { isStaff } from '@/lib/session'

export type AccountLink = { address: Address; label: string; icon: LucideIcon }

/** The items that a signed-in person can create. */
export const createLinks: readonly AccountLink[] = [
  { address: { to: '/dashboard/projects', search: { create: true } }, label: t.newProject, icon: Package },
  { address: { to: '/dashboard/collections', search: { create: true } }, label: t.newCollection, icon: Bookmark },
  { address: { to: '/dashboard/organizations', search: { create: true } }, label: t.newTeam, icon: Building2 },
]

/** The own pages of a signed-in person. */
export function accountLinks(user: User): AccountLink[] {
  return [
    { address: { to: '/user/$id/{-$kind}', params: { id: user.username } }, label: t.profile, icon: UserRound },
    { address: { to: '/dashboard' }, label: t.dashboard, icon: LayoutDashboard },
    { address: { to: '/dashboard/projects' }, label: t.myProjects, icon: Package },
    { address: { to: '/dashboard/notifications' }, label: t.myNotifications, icon: Bell },
    { address: { to: '/dashboard/collections' }, label: t.myCollections, icon: Bookmark },
    { address: { to: '/settings' }, label: t.settings, icon: Settings },
    ...(isStaff(user) ? [{ address: { to: '/moderation/review' } as const, label: t.moderation, icon: ShieldCheck }] : []),
  ]
}
