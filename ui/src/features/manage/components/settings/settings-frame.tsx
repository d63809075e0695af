import { useRouterState } from '@tanstack/react-router'
import { ArrowLeft, FileText, Images, Link, Package, Scale, SlidersHorizontal, Tags, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Forbidden } from '@/components/ui/feedback'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { useProject } from '@/lib/project-queries'
import { viewerOf } from '@/lib/viewer'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { projectPath } from '@/lib/links'
import { useSession } from '@/lib/session'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'

const pages: { part: string; label: string; icon: LucideIcon }[] = [
  { part: 'settings', label: t.pages.general, icon: SlidersHorizontal },
  { part: 'settings/tags', label: t.pages.tags, icon: Tags },
  { part: 'settings/description', label: t.pages.description, icon: FileText },
  { part: 'settings/license', label: t.pages.license, icon: Scale },
  { part: 'settings/links', label: t.pages.links, icon: Link },
  { part: 'settings/members', label: t.pages.members, icon: Users },
  { part: 'gallery', label: t.pages.gallery, icon: Images },
  { part: 'versions', label: t.pages.versions, icon: Package },
]

/** The settings of a project: their list at the left, one page at the right. */
export function SettingsFrame({ id, children }: { id: string; children: (project: ProjectPage) => ReactNode }) {
  const project = useProject(id)
  const user = useSession()
  const bar = useCurrentInSight()
  const path = useRouterState({ select: (state) => decodeURI(state.location.pathname) })
  if (!project || user === undefined) return null
  if (!viewerOf(project, user).inside) return <Forbidden className={ui.above16} text={t.forbidden} />
  const base = projectPath(project)
  const team = project.organization
  return (
    <div className={settingsLayoutCss.root}>
      <nav ref={bar} className={settingsLayoutCss.nav} aria-label={t.nav}>
        <PathLink className={settingsLayoutCss.back} href={team ? `/organization/${team.slug}/settings/projects` : '/dashboard/projects'}>
          <ArrowLeft className={ui.icon14} aria-hidden />
          {team ? t.backTeam(team.name) : t.back}
        </PathLink>
        {pages.map((page) => {
          const on = path === `${base}/${page.part}`
          return (
            <PathLink
              key={page.part}
              keepScroll
              href={`${base}/${page.part}`}
              className={on ? settingsLayoutCss.on : undefined}
              aria-current={on ? 'page' : undefined}
            >
              <page.icon className={ui.icon} aria-hidden />
              {page.label}
            </PathLink>
          )
        })}
      </nav>
      <div className={settingsLayoutCss.main}>{children(project)}</div>
    </div>
  )
}
