import { Command, LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Pic } from '@/components/ui/pic'
import type { User } from '@/lib/api/types'
import { commandKey } from '@/lib/command-key'
import { keyboardText } from '@/lib/i18n/zh-Hans/keyboard'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { useSignOut } from '@/lib/session-end'
import { usePalette } from '@/stores/palette'
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
        label={shellText.account}
        trigger={
          <button type="button" className={appHeaderCss.me} aria-label={shellText.account}>
            <Pic src={user.avatar_url} name={user.username} size={32} round eager />
          </button>
        }
      >
        <div className={popoverCss.title}>{user.username}</div>
        <MenuLine />
        {accountLinks(user).map(({ address, label, icon: Icon }) => (
          <MenuItem key={label} asChild>
            <PathLink {...address}>
              <Icon className={ui.icon} aria-hidden />
              {label}
            </PathLink>
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => usePalette.getState().open('commands')}>
          <Command className={ui.icon} aria-hidden />
          {keyboardText.commands}
          <kbd className={ui.push} aria-hidden>
            {commandKey()} K
          </kbd>
        </MenuItem>
        <MenuItem onSelect={() => signOut.mutate()}>
          <LogOut className={ui.icon} aria-hidden />
          {shellText.signOut}
        </MenuItem>
      </Menu>
    </>
  )
}
