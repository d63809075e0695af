import { LayoutDashboard, LogOut, Package, ShieldCheck, UserRound } from 'lucide-react'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Pic } from '@/components/ui/pic'
import { ApiError } from '@/lib/api/errors'
import type { User } from '@/lib/api/types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { isStaff, useSignOut } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { PathLink } from './path-link'

/** Loaded when somebody is signed in, so that visitors do without the menu's code. */
export default function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut()
  const leave = () => {
    signOut().catch((error: unknown) => {
      toast(uiText.errorTitle, error instanceof ApiError ? error.description : undefined, 'error')
    })
  }
  return (
    <Menu
      label={t.account}
      trigger={
        <button type="button" className="me" aria-label={t.account}>
          <Pic src={user.avatar_url} name={user.username} size={32} round eager />
        </button>
      }
    >
      <div className="pop-title">{user.username}</div>
      <MenuLine />
      <MenuItem asChild>
        <PathLink href={`/user/${user.username}`}>
          <UserRound className="i" aria-hidden />
          {t.profile}
        </PathLink>
      </MenuItem>
      <MenuItem asChild>
        <PathLink href="/dashboard">
          <LayoutDashboard className="i" aria-hidden />
          {t.dashboard}
        </PathLink>
      </MenuItem>
      <MenuItem asChild>
        <PathLink href="/dashboard/projects">
          <Package className="i" aria-hidden />
          {t.myProjects}
        </PathLink>
      </MenuItem>
      {isStaff(user) ? (
        <MenuItem asChild>
          <PathLink href="/moderation/review">
            <ShieldCheck className="i" aria-hidden />
            {t.moderation}
          </PathLink>
        </MenuItem>
      ) : null}
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut className="i" aria-hidden />
        {t.signOut}
      </MenuItem>
    </Menu>
  )
}
