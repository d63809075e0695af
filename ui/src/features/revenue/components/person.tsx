import { PathLink } from '@/components/layout/path-link'
import { revenueStaffText as t } from '@/lib/i18n/zh-Hans/revenue-staff'
import ui from '@/components/ui/ui.module.css'

/** An account, or that it is gone. */
export function Person({ user }: { user: { username: string } | null }) {
  if (user === null) return <span className={ui.subtle}>{t.gone}</span>
  return (
    <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: user.username }}>
      {user.username}
    </PathLink>
  )
}
