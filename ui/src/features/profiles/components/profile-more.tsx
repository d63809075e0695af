import { Copy, Ellipsis, Flag } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { copyText } from '@/lib/copy'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

/** The actions that need no button of their own; a user may be reported. */
export default function ProfileMore({ id, user }: { id: string; user?: boolean }) {
  const copy = () => {
    void copyText(id).then((done) => {
      if (done) toast(t.copiedId, id)
    })
  }
  return (
    <Menu
      label={t.more}
      trigger={
        <IconButton label={t.more} size="lg">
          <Ellipsis className={ui.icon} aria-hidden />
        </IconButton>
      }
    >
      {user ? (
        <MenuItem asChild>
          <PathLink to="/report" search={{ itemType: 'user', itemId: id }}>
            <Flag className={ui.icon} aria-hidden />
            {t.report}
          </PathLink>
        </MenuItem>
      ) : null}
      <MenuItem onSelect={copy}>
        <Copy className={ui.icon} aria-hidden />
        {t.copyId}
      </MenuItem>
    </Menu>
  )
}
