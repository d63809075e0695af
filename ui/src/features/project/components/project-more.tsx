import { useRouterState } from '@tanstack/react-router'
import { Copy, Ellipsis, Flag, History, Share2, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { hrefOf, type Address } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { copyText } from '@/lib/copy'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams, signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import type { Viewer } from '@/lib/viewer'
import ui from '@/components/ui/ui.module.css'

const ShareDialog = lazy(() => import('./share-dialog'))

/** Statuses of a project whose past everybody may see. */
const open = new Set<string>(['approved', 'archived', 'unlisted'])

/** The actions that need no button of their own. */
export default function ProjectMore({ project, viewer }: { project: ProjectPage; viewer: Viewer }) {
  // The panel opens over that page of the project which is shown.
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const [sharing, setSharing] = useState(false)
  const report = { to: '/report', search: { itemType: 'project', itemId: project.id } } as const satisfies Address
  const copy = () => {
    void copyText(project.id).then((done) => {
      if (done) toast(t.copiedId, project.id)
    })
  }
  return (
    <>
      <Menu
        label={t.more}
        trigger={
          <IconButton label={t.more} size="lg">
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {viewer.staff ? (
          <MenuItem asChild>
            <AddressLink keepScroll href={`${path}?review=1`}>
              <ShieldCheck className={ui.icon} aria-hidden />
              {t.review}
            </AddressLink>
          </MenuItem>
        ) : null}
        {viewer.member ? null : (
          <MenuItem asChild>
            <PathLink {...(user ? report : signIn(hrefOf(report)))}>
              <Flag className={ui.icon} aria-hidden />
              {t.report}
            </PathLink>
          </MenuItem>
        )}
        {viewer.inside || open.has(project.status) ? (
          <MenuItem asChild>
            <PathLink to="/$type/$id/history" params={projectParams(project)}>
              <History className={ui.icon} aria-hidden />
              {t.tabs.history}
            </PathLink>
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => setSharing(true)}>
          <Share2 className={ui.icon} aria-hidden />
          {t.share}
        </MenuItem>
        <MenuItem onSelect={copy}>
          <Copy className={ui.icon} aria-hidden />
          {t.copyId}
        </MenuItem>
      </Menu>
      {sharing ? (
        <Suspense>
          <ShareDialog project={project} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
