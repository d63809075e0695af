import { useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import { UnreadBadge } from '@/features/report/parts'
import type { Address } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import { seesModeration, type Viewer } from '@/lib/viewer'
import tabsCss from '@/components/ui/tabs.module.css'
import css from './project-tabs.module.css'

type ProjectTab = {
  to: Extract<Address['to'], `/$type/$id${string}`>
  label: string
  count?: number
  shown: boolean
  also?: readonly string[]
}

/** The parts of a project's page, each at its own address. `work`: in the bar of the pages of work, with the settings. */
export function ProjectTabs({ project, viewer, work }: { project: ProjectPage; viewer: Viewer; work?: boolean }) {
  const part = useRouterState({ select: (state) => state.location.pathname.split('/')[3] ?? '' })
  const hasVersions = project.version_count > 0
  const tabs = [
    { to: '/$type/$id', label: t.tabs.description, shown: true },
    { to: '/$type/$id/gallery', label: t.tabs.gallery, count: project.gallery.length, shown: project.gallery.length > 0 || viewer.inside },
    { to: '/$type/$id/changelog', label: t.tabs.changelog, shown: hasVersions },
    {
      to: '/$type/$id/versions',
      label: t.tabs.versions,
      count: project.version_count,
      shown: hasVersions || viewer.inside,
      also: ['version', 'compare'],
    },
    { to: '/$type/$id/wikis/{-$part}/{-$item}', label: t.tabs.wiki, shown: true, also: ['wiki'] },
    { to: '/$type/$id/issues/{-$issue}', label: t.tabs.issues, shown: true },
    { to: '/$type/$id/forum', label: t.tabs.forum, shown: true },
    { to: '/$type/$id/moderation', label: t.tabs.moderation, shown: seesModeration(project, viewer) },
    { to: '/$type/$id/history', label: t.tabs.history, shown: viewer.inside || part === 'history' },
    { to: '/$type/$id/settings', label: t.settings, shown: work === true && Boolean(viewer.member) },
  ] as const satisfies readonly ProjectTab[]
  const params = projectParams(project)
  return (
    <NavTabs label={t.tabsLabel} {...(work ? {} : { className: css.root })}>
      {tabs
        .filter((tab) => tab.shown)
        .map((tab) => {
          const on = [tab.to.split('/')[3] ?? '', ...('also' in tab ? tab.also : [])].includes(part)
          return (
            <PathLink
              key={tab.to}
              keepScroll
              to={tab.to}
              params={params}
              className={on ? tabsCss.on : undefined}
              aria-current={on ? 'page' : undefined}
            >
              {tab.label}
              {'count' in tab && tab.count ? <small>{formatExact(tab.count)}</small> : null}
              {tab.label === t.tabs.moderation && viewer.inside && project.thread_id ? (
                <span className={css.mark}>
                  <Suspense>
                    <UnreadBadge thread={project.thread_id} />
                  </Suspense>
                </span>
              ) : null}
            </PathLink>
          )
        })}
    </NavTabs>
  )
}
