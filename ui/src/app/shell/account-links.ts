import { Bell, Bookmark, Building2, LayoutDashboard, Package, Settings, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react'
import type { User } from '@/lib/api/types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { isStaff } from '@/lib/session'

export type AccountLink = { href: string; label: string; icon: LucideIcon }

/** Where publishing starts: the list of own projects with the creation dialog open. */
const newProject = '/dashboard/projects?create=true'

/** The items that a signed-in person can create. */
export const createLinks: readonly AccountLink[] = [
  { href: newProject, label: t.newProject, icon: Package },
  { href: '/dashboard/collections?create=true', label: t.newCollection, icon: Bookmark },
  { href: '/dashboard/organizations?create=true', label: t.newTeam, icon: Building2 },
]

/** The own pages of a signed-in person. */
export function accountLinks(user: User): AccountLink[] {
  return [
    { href: `/user/${encodeURIComponent(user.username)}`, label: t.profile, icon: UserRound },
    { href: '/dashboard', label: t.dashboard, icon: LayoutDashboard },
    { href: '/dashboard/projects', label: t.myProjects, icon: Package },
    { href: '/dashboard/notifications', label: t.myNotifications, icon: Bell },
    { href: '/dashboard/collections', label: t.myCollections, icon: Bookmark },
    { href: '/settings', label: t.settings, icon: Settings },
    ...(isStaff(user) ? [{ href: '/moderation/review', label: t.moderation, icon: ShieldCheck }] : []),
  ]
}
