import { LogOut } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Dialog } from '@/components/ui/dialog'
import { Pic } from '@/components/ui/pic'
import type { User } from '@/lib/api/types'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { useSignOut } from '@/lib/session-end'
import { accountLinks, createLinks, type AccountLink } from './account-links'
import ui from '@/components/ui/ui.module.css'
import sheetCss from './sheet.module.css'

/** The own pages of a signed-in person, on a phone. */
export default function AccountSheet({ user, onClose }: { user: User; onClose: () => void }) {
  const signOut = useSignOut()
  const list = (links: readonly AccountLink[]) =>
    links.map(({ address, label, icon: Icon }) => (
      <PathLink key={label} {...address} onClick={onClose}>
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
      <nav className={sheetCss.list} aria-label={shellText.account}>
        {list(accountLinks(user))}
      </nav>
      <nav className={sheetCss.list} aria-label={shellText.create}>
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
          {shellText.signOut}
        </button>
      </div>
    </Dialog>
  )
}
