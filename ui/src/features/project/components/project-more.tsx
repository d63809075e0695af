import { useRouterState } from '@tanstack/react-router'
import { Copy, Ellipsis, Flag, ShieldCheck } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import type { ProjectPage } from '@/lib/api/types'
import { copyText } from '@/lib/copy'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { signInPath, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import type { Viewer } from '@/lib/viewer'

/** The actions that need no button of their own. */
export default function ProjectMore({ project, viewer }: { project: ProjectPage; viewer: Viewer }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const report = `/report?itemType=project&itemId=${project.id}`
  const copy = () => {
    void copyText(project.id).then((done) => {
      if (done) toast(t.copiedId, project.id)
    })
  }
  return (
    <Menu
      label={t.more}
      trigger={
        <IconButton label={t.more} size="lg">
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
    >
      {viewer.staff ? (
        <MenuItem asChild>
          <PathLink keepScroll href={`${path}?review=1`}>
            <ShieldCheck className="i" aria-hidden />
            {t.review}
          </PathLink>
        </MenuItem>
      ) : null}
      {viewer.member ? null : (
        <MenuItem asChild>
          <PathLink href={user ? report : signInPath(report)}>
            <Flag className="i" aria-hidden />
            {t.report}
          </PathLink>
        </MenuItem>
      )}
      <MenuItem onSelect={copy}>
        <Copy className="i" aria-hidden />
        {t.copyId}
      </MenuItem>
    </Menu>
  )
}
