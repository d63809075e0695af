import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { downloadText } from '@/lib/i18n/zh-Hans/download'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useLive } from '@/lib/live'
import { projectTopic } from '@/lib/live/topics'
import { useSession } from '@/lib/session'
import { usePrefs } from '@/stores/prefs'
import { toast } from '@/stores/toasts'
import { projectQueries, useProject } from '@/lib/project-queries'
import { viewerOf } from '@/lib/viewer'
import { ReviewDock } from '@/features/review/parts'
import { ProjectHeader } from './project-header'
import { ProjectNotices } from './project-notices'
import { ProjectTabs } from './project-tabs'
import { RecentVersions } from './recent-versions'
import { Details } from './sidebar-details'
import { Compatibility } from './sidebar-facts'
import { Creators, Links } from './sidebar-people'
import ui from '@/components/ui/ui.module.css'

const loadDownload = () => import('./download-dialog')
const DownloadDialog = lazy(loadDownload)

type ProjectLayoutProps = {
  /** The id or slug of the address. */
  id: string
  /** Pages of work (settings, a new version) use the whole width. */
  wide?: boolean
  children: ReactNode
}

/** Header, tabs and sidebar around every part of a project's page. The project must have been loaded. */
export function ProjectLayout({ id, wide, children }: ProjectLayoutProps) {
  const project = useProject(id)
  useLive(project ? [projectTopic(project.id)] : [])
  const client = useQueryClient()
  const user = useSession()
  const left = usePrefs((state) => state.leftContentLayout)
  const [downloading, setDownloading] = useState(false)
  if (!project) return null
  const viewer = viewerOf(project, user)
  const prepare = () => {
    void loadDownload()
    void client.prefetchQuery(projectQueries.places(project.id))
  }
  const download = () => {
    if (project.version_count > 0) {
      setDownloading(true)
      return
    }
    const site = project.donation_urls.find((link) => link.id === 'site' || link.platform === 'site')
    if (site) window.open(site.url, '_blank', 'noopener')
    else toast(uiText.errorTitle, downloadText.noSource, 'error')
  }
  return (
    <>
      <ProjectHeader project={project} viewer={viewer} onDownload={download} onPrepare={prepare} />
      <ProjectTabs project={project} viewer={viewer} />
      <ProjectNotices project={project} viewer={viewer} />
      {wide ? (
        children
      ) : (
        <div className={cn(ui.cols, left && ui.colsLeft)}>
          <div className={ui.stack}>{children}</div>
          <div className={ui.stack}>
            <aside className={ui.card} aria-label={t.side.label}>
              <Compatibility project={project} />
              <RecentVersions project={project} />
              <Links project={project} />
              <Creators project={project} />
              <Details project={project} />
            </aside>
          </div>
        </div>
      )}
      {viewer.staff ? (
        <Suspense>
          <ReviewDock project={project} />
        </Suspense>
      ) : null}
      {downloading ? (
        <Suspense>
          <DownloadDialog project={project} onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
