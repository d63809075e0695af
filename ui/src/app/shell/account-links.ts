import { Bell, Bookmark, Building2, LayoutDashboard, Package, Settings, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react'
import type { Address } from '@/lib/address'
import type { User } from '@/lib/api/types'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { isStaff } from '@/lib/session'

export type AccountLink = { address: Address; label: string; icon: LucideIcon }

/** The items that a signed-in person can create. */
export const createLinks: readonly AccountLink[] = [
  { address: { to: '/dashboard/projects', search: { create: true } }, label: shellText.newProject, icon: Package },
  { address: { to: '/dashboard/collections', search: { create: true } }, label: shellText.newCollection, icon: Bookmark },
  { address: { to: '/dashboard/organizations', search: { create: true } }, label: shellText.newTeam, icon: Building2 },
]

/** The own pages of a signed-in person. */
export function accountLinks(user: User): AccountLink[] {
  return [
    { address: { to: '/user/$id/{-$kind}', params: { id: user.username } }, label: t.profile, icon: UserRound },
    { address: { to: '/dashboard' }, label: shellText.dashboard, icon: LayoutDashboard },
    { address: { to: '/dashboard/projects' }, label: shellText.myProjects, icon: Package },
    { address: { to: '/dashboard/notifications' }, label: t.myNotifications, icon: Bell },
    { address: { to: '/dashboard/collections' }, label: shellText.myCollections, icon: Bookmark },
    { address: { to: '/settings' }, label: shellText.settings, icon: Settings },
    ...(isStaff(user) ? [{ address: { to: '/moderation/review' } as const, label: shellText.moderation, icon: ShieldCheck }] : []),
  ]
}
