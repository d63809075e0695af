import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { useLive } from '@/lib/live'
import { projectTopic } from '@/lib/live/topics'
import { useSession } from '@/lib/session'
import { usePrefs } from '@/stores/prefs'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import { viewerOf } from '@/lib/viewer'
import type { ChosenVersion } from '@/lib/api/types'
import type { Choice } from '../model/download-choice'
import { tellView } from '../model/tell'
import { DownloadsContext, type Downloaded, type Downloads } from '../use-downloaded'
import { ReviewDock } from '@/features/review/parts'
import { ProjectHeader } from './project-header'
import { ProjectNotices } from './project-notices'
import { ProjectTabs } from './project-tabs'
import { RecentVersions } from './recent-versions'
import { Details } from './sidebar-details'
import { Compatibility } from './sidebar-facts'
import { Categories } from './sidebar-tags'
import { Creators, Links } from './sidebar-people'
import ui from '@/components/ui/ui.module.css'
import css from './project-layout.module.css'
import { readyLazy } from '@/lib/ready-lazy'

const DownloadDialog = readyLazy(() => import('./download-dialog'))
const ProjectBar = lazy(() => import('./project-bar'))
const AfterDownload = lazy(() => import('./after-download'))
const Trend = lazy(() => import('./trend'))

type ProjectLayoutProps = {
  /** The id or slug of the address. */
  id: string
  /** Pages of work (settings, a new version) use the whole width. */
  wide?: boolean
  /** Pages whose first field must be near the top have one line instead of the header. */
  dense?: boolean
  children: ReactNode
}

/** Header, tabs and sidebar around every part of a project's page. The project must have been loaded. */
export function ProjectLayout({ id, wide, dense, children }: ProjectLayoutProps) {
  const project = useProject(id)
  useLive(project ? [projectTopic(project.id)] : [])
  const client = useQueryClient()
  const user = useSession()
  const left = usePrefs((state) => state.leftContentLayout)
  const [downloading, setDownloading] = useState(false)
  useEffect(() => {
    if (project)
      void import('@/lib/seen').then(
        ({ remember }) => remember(project),
        () => undefined, // nothing depends on it
      )
  }, [project])
  const [downloaded, setDownloaded] = useState<Downloaded>()
  const [fetched, setFetched] = useState<readonly string[]>([])
  const downloads = useMemo<Downloads>(() => {
    const mark = (id: string) => setFetched((before) => [...before, id])
    const report = (version: ChosenVersion, place?: Choice) => {
      mark(version.id)
      setDownloaded(place ? { version, place } : { version })
    }
    return { got: new Set(fetched), count: fetched.length, mark, report }
  }, [fetched])
  const viewer = project ? viewerOf(project, user) : undefined
  // Whoever works on the project does not count as a visitor.
  const visited = viewer?.member || viewer?.staff ? undefined : project?.id
  useEffect(() => (visited ? tellView() : undefined), [visited])
  if (!project || !viewer) return null
  const prepare = () => {
    void DownloadDialog.preload()
    void client.prefetchQuery(versionQueries.places(project.id))
  }
  return (
    <DownloadsContext value={downloads}>
      {dense ? (
        <Suspense
          fallback={
            <div className={css.bar}>
              <h1 className={ui.visuallyHidden}>{project.title}</h1>
            </div>
          }
        >
          <ProjectBar project={project} viewer={viewer} />
        </Suspense>
      ) : (
        <>
          <ProjectHeader project={project} viewer={viewer} onDownload={() => setDownloading(true)} onPrepare={prepare} />
          <ProjectTabs project={project} viewer={viewer} />
        </>
      )}
      <ProjectNotices project={project} viewer={viewer} dense={dense ?? false} />
      {wide ? (
        children
      ) : (
        <div className={cn(ui.cols, left && ui.colsLeft)}>
          <div className={ui.stack}>{children}</div>
          <div className={ui.stack}>
            <aside className={ui.card} aria-label={t.side.label}>
              <Compatibility project={project} />
              <Categories project={project} />
              <RecentVersions project={project} />
              <Links project={project} />
              <Creators project={project} />
              <Details project={project} />
              <Suspense>
                <Trend project={project} />
              </Suspense>
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
      {/* The dialog says by itself where the file goes and what else is needed. */}
      {downloaded && !downloading ? (
        <Suspense>
          <AfterDownload key={downloaded.version.id} project={project} {...downloaded} onClose={() => setDownloaded(undefined)} />
        </Suspense>
      ) : null}
    </DownloadsContext>
  )
}
