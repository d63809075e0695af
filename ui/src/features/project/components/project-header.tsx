import { ChevronRight, Download, Heart, Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, Tag, type Tone } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { FollowButton, SaveControl } from '@/features/collection'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { typeOf } from '@/lib/content-types'
import { formatCount, formatExact, isFresh } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectPath } from '@/lib/links'
import type { Viewer } from '@/lib/viewer'
import { titles } from '@/lib/titles'

const ProjectMore = lazy(() => import('./project-more'))

const tones: Partial<Record<ProjectStatus, Tone>> = {
  approved: 'ok', processing: 'info', rejected: 'bad', withheld: 'warn', archived: 'warn', scheduled: 'info',
}

type ProjectHeaderProps = { project: ProjectPage; viewer: Viewer; onDownload: () => void; onPrepare: () => void }

export function ProjectHeader({ project, viewer, onDownload, onPrepare }: ProjectHeaderProps) {
  const type = typeOf(project.url_type)
  const { title, original } = titles(project)
  return (
    <>
      <nav className="crumb" aria-label={t.breadcrumb}>
        {type ? <PathLink href={type.path}>{type.label}</PathLink> : null}
        <ChevronRight className="i" aria-hidden />
        <span className="clip">{title}</span>
      </nav>
      <header className="proj">
        <Pic src={project.icon_url} name={project.slug} size={96} eager />
        <div className="proj-body">
          <div className="proj-title">
            <h1>
              {title}
              {original ? <span className="en" lang="en">{original}</span> : null}
              {viewer.inside ? (
                <Badge tone={tones[project.status] ?? 'neutral'} className="proj-status">
                  {t.statuses[project.status] ?? project.status}
                </Badge>
              ) : null}
            </h1>
          </div>
          <p className="sum">{project.description}</p>
          <div className="proj-facts">
            <span title={t.downloads(formatExact(project.downloads))}>
              <Download className="i" aria-hidden />
              <b>{formatCount(project.downloads)}</b> {t.downloadsLabel}
            </span>
            <span title={t.followers(formatExact(project.followers))}>
              <Heart className="i" aria-hidden />
              <b>{formatCount(project.followers)}</b> {t.followersLabel}
            </span>
            <span className={isFresh(project.updated) ? 'text-ok' : undefined}>
              {isFresh(project.updated) ? <span className="lamp" aria-hidden /> : null}
              <Ago time={project.updated} wrap={t.updatedAt} />
            </span>
            {project.categories.length > 0 ? (
              <span className="tags">
                {project.categories.map((name) => (
                  <Tag key={name}>{categoryLabel(name)}</Tag>
                ))}
              </span>
            ) : null}
          </div>
        </div>
        <div className="acts">
          <Button kind="primary" size="lg" onClick={onDownload} onMouseEnter={onPrepare} onFocus={onPrepare}>
            <Download className="i" aria-hidden />
            {t.download}
          </Button>
          <FollowButton project={project} />
          <SaveControl project={project} />
          {viewer.member ? (
            <PathLink className={buttonClass({ size: 'lg' })} href={`${projectPath(project)}/settings`} aria-label={t.settings}>
              <Settings className="i" aria-hidden />
              {t.settings}
            </PathLink>
          ) : null}
          <Suspense fallback={<span className="btn btn-lg btn-icon" aria-hidden />}>
            <ProjectMore project={project} viewer={viewer} />
          </Suspense>
        </div>
      </header>
    </>
  )
}
