import { useRouterState } from '@tanstack/react-router'
import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import type { ProjectPage } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectPath } from '@/lib/links'
import { seesModeration, type Viewer } from '@/lib/viewer'
import tabsCss from '@/components/ui/tabs.module.css'
import css from './project-tabs.module.css'

type ProjectTab = { part: string; label: string; count?: number; shown: boolean; also?: string }

/** The parts of a project's page, each at its own address. */
export function ProjectTabs({ project, viewer }: { project: ProjectPage; viewer: Viewer }) {
  const part = useRouterState({ select: (state) => state.location.pathname.split('/')[3] ?? '' })
  const hasVersions = project.version_count > 0
  const tabs: ProjectTab[] = [
    { part: '', label: t.tabs.description, shown: true },
    { part: 'gallery', label: t.tabs.gallery, count: project.gallery.length, shown: project.gallery.length > 0 || viewer.inside },
    { part: 'changelog', label: t.tabs.changelog, shown: hasVersions },
    { part: 'versions', label: t.tabs.versions, count: project.version_count, shown: hasVersions || viewer.inside, also: 'version' },
    { part: 'moderation', label: t.tabs.moderation, shown: seesModeration(project, viewer) },
  ]
  const base = projectPath(project)
  return (
    <NavTabs label={t.tabsLabel} className={css.root}>
      {tabs
        .filter((tab) => tab.shown)
        .map((tab) => {
          const on = part === tab.part || (tab.also !== undefined && part === tab.also)
          return (
            <PathLink
              key={tab.part}
              keepScroll
              href={tab.part ? `${base}/${tab.part}` : base}
              className={on ? tabsCss.on : undefined}
              aria-current={on ? 'page' : undefined}
            >
              {tab.label}
              {tab.count ? <small>{formatExact(tab.count)}</small> : null}
            </PathLink>
          )
        })}
    </NavTabs>
  )
}
