import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Pic } from '@/components/ui/pic'
import type { User } from '@/lib/api/types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useSignOut } from '@/lib/session-end'
import { accountLinks } from './account-links'
import { NotificationBell } from './notification-bell'
import popoverCss from '@/components/ui/popover.module.css'
import ui from '@/components/ui/ui.module.css'
import appHeaderCss from './app-header.module.css'

const PreferenceSync = lazy(() => import('@/features/settings/preference-sync'))

/** Loaded only for signed-in persons. */
export default function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut()
  return (
    <>
      <Suspense>
        <PreferenceSync account={user.id} />
      </Suspense>
      <NotificationBell />
      <Menu
        label={t.account}
        trigger={
          <button type="button" className={appHeaderCss.me} aria-label={t.account}>
            <Pic src={user.avatar_url} name={user.username} size={32} round eager />
          </button>
        }
      >
        <div className={popoverCss.title}>{user.username}</div>
        <MenuLine />
        {accountLinks(user).map(({ href, label, icon: Icon }) => (
          <MenuItem key={href} asChild>
            <PathLink href={href}>
              <Icon className={ui.icon} aria-hidden />
              {label}
            </PathLink>
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => signOut.mutate()}>
          <LogOut className={ui.icon} aria-hidden />
          {t.signOut}
        </MenuItem>
      </Menu>
    </>
  )
}
