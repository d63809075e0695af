import { useRouterState } from '@tanstack/react-router'
import { CircleUser, Compass, House, Plus, ShieldCheck, type LucideIcon } from 'lucide-react'
import { typeOf, typeOfListing } from '@/lib/content-types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { isStaff, signInPath, useSession } from '@/lib/session'
import { publishPath } from './app-header'
import { PathLink } from './path-link'

type Place = { href: string; label: string; icon: LucideIcon; on: boolean }

/** The bar under a phone's page. */
export function MobileDock() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const segment = path.split('/')[1] ?? ''
  const places: Place[] = [
    { href: '/', label: t.dockHome, icon: House, on: path === '/' },
    { href: '/mods', label: t.dockBrowse, icon: Compass, on: Boolean(typeOfListing(segment) ?? typeOf(segment)) },
    { href: publishPath, label: t.dockPublish, icon: Plus, on: false },
    ...(isStaff(user) ? [{ href: '/moderation/review', label: t.moderation, icon: ShieldCheck, on: segment === 'moderation' }] : []),
    {
      href: user ? '/dashboard' : signInPath(path),
      label: t.dockMe,
      icon: CircleUser,
      on: ['dashboard', 'auth', 'settings'].includes(segment),
    },
  ]
  return (
    <nav className="dock" aria-label={t.dock}>
      {places.map(({ href, label, icon: Icon, on }) => (
        <PathLink key={label} href={href} className={on ? 'is-on' : undefined} aria-current={on ? 'page' : undefined}>
          <Icon className="i i-20" aria-hidden />
          {label}
        </PathLink>
      ))}
    </nav>
  )
}
