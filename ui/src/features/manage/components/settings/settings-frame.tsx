import { useRouterState } from '@tanstack/react-router'
import {
  ArrowLeft,
  BookOpen,
  ChartNoAxesColumn,
  CircleDot,
  FileText,
  Images,
  Languages,
  Link,
  Package,
  Scale,
  SlidersHorizontal,
  Tags,
  Users,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Forbidden } from '@/components/ui/feedback'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { useProject } from '@/lib/project-inside'
import { viewerOf } from '@/lib/viewer'
import { hrefOf } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { projectParams } from '@/lib/links'
import { seesAnalytics } from '@/lib/permissions'
import { useSession } from '@/lib/session'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'

const pages = [
  { to: '/$type/$id/settings', label: t.pages.general, icon: SlidersHorizontal },
  { to: '/$type/$id/settings/tags', label: t.pages.tags, icon: Tags },
  { to: '/$type/$id/settings/description', label: t.pages.description, icon: FileText },
  { to: '/$type/$id/settings/license', label: t.pages.license, icon: Scale },
  { to: '/$type/$id/settings/links', label: t.pages.links, icon: Link },
  { to: '/$type/$id/settings/members', label: t.pages.members, icon: Users },
  { to: '/$type/$id/settings/wiki', label: t.pages.wiki, icon: BookOpen },
  { to: '/$type/$id/settings/issues', label: t.pages.issues, icon: CircleDot },
  { to: '/$type/$id/settings/translations', label: t.pages.translations, icon: Languages },
  { to: '/$type/$id/settings/analytics', label: t.pages.analytics, icon: ChartNoAxesColumn },
  { to: '/$type/$id/settings/webhooks', label: t.pages.webhooks, icon: Webhook },
  { to: '/$type/$id/gallery', label: t.pages.gallery, icon: Images },
  { to: '/$type/$id/versions', label: t.pages.versions, icon: Package },
] as const

/** The settings of a project: their list at the left, one page at the right. */
export function SettingsFrame({ id, children }: { id: string; children: (project: ProjectPage) => ReactNode }) {
  const project = useProject(id)
  const user = useSession()
  const bar = useCurrentInSight()
  const path = useRouterState({ select: (state) => state.location.pathname })
  if (!project || user === undefined) return null
  if (!viewerOf(project, user).inside) return <Forbidden className={ui.above16} text={t.forbidden} />
  const params = projectParams(project)
  const team = project.organization
  return (
    <div className={settingsLayoutCss.root}>
      <nav ref={bar} className={settingsLayoutCss.nav} aria-label={t.nav}>
        <PathLink
          className={settingsLayoutCss.back}
          {...(team
            ? ({ to: '/organization/$id/settings/projects', params: { id: team.slug } } as const)
            : ({ to: '/dashboard/projects' } as const))}
        >
          <ArrowLeft className={ui.icon14} aria-hidden />
          {team ? t.backTeam(team.name) : t.back}
        </PathLink>
        {pages
          .filter((page) => page.to !== '/$type/$id/settings/analytics' || seesAnalytics(project, user))
          .map((page) => {
            const on = path === hrefOf({ to: page.to, params })
            return (
              <PathLink
                key={page.to}
                keepScroll
                to={page.to}
                params={params}
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
