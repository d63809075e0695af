import { LogOut } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Dialog } from '@/components/ui/dialog'
import { Pic } from '@/components/ui/pic'
import type { User } from '@/lib/api/types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useSignOut } from '@/lib/session-end'
import { accountLinks, createLinks, type AccountLink } from './account-links'
import ui from '@/components/ui/ui.module.css'
import sheetCss from './sheet.module.css'

/** The own pages of a signed-in person, on a phone. */
export default function AccountSheet({ user, onClose }: { user: User; onClose: () => void }) {
  const signOut = useSignOut()
  const list = (links: readonly AccountLink[]) =>
    links.map(({ href, label, icon: Icon }) => (
      <PathLink key={href} href={href} onClick={onClose}>
        <Icon className={ui.icon} aria-hidden />
        {label}
      </PathLink>
    ))
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <span className={sheetCss.who}>
          <Pic src={user.avatar_url} name={user.username} size={32} round eager />
          <span className={ui.clip}>{user.username}</span>
        </span>
      }
    >
      <nav className={sheetCss.list} aria-label={t.account}>
        {list(accountLinks(user))}
      </nav>
      <nav className={sheetCss.list} aria-label={t.create}>
        {list(createLinks)}
      </nav>
      <div className={sheetCss.list}>
        <button
          type="button"
          onClick={() => {
            onClose()
            signOut.mutate()
          }}
        >
          <LogOut className={ui.icon} aria-hidden />
          {t.signOut}
        </button>
      </div>
    </Dialog>
  )
}
