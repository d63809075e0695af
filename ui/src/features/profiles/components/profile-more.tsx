import { Copy, Ellipsis, Flag, ShieldUser } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { hrefOf, type Address } from '@/lib/address'
import { copyText } from '@/lib/copy'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { signIn } from '@/lib/links'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

type ProfileMoreProps = {
  id: string
  /** As what the viewer may report it; undefined if it is the viewer's own. */
  reported?: 'user' | 'organization' | undefined
}

/** The menu of further actions. */
export default function ProfileMore({ id, reported }: ProfileMoreProps) {
  const viewer = useSession()
  const report = { to: '/report', search: { itemType: reported, itemId: id } } as const satisfies Address
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
      {reported ? (
        <MenuItem asChild>
          <PathLink {...(viewer ? report : signIn(hrefOf(report)))}>
            <Flag className={ui.icon} aria-hidden />
            {t.report}
          </PathLink>
        </MenuItem>
      ) : null}
      {reported === 'user' && isStaff(viewer) ? (
        <MenuItem asChild>
          <PathLink to="/moderation/account/$id" params={{ id }}>
            <ShieldUser className={ui.icon} aria-hidden />
            {t.staffPage}
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
