import { listingParams } from '@/lib/links'
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
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { formatCount, formatExact, isFresh } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import type { Viewer } from '@/lib/viewer'
import { titles } from '@/lib/titles'
import buttonCss from '@/components/ui/button.module.css'
import lampCss from '@/components/ui/lamp.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'

const ProjectMore = lazy(() => import('./project-more'))

const tones: Partial<Record<ProjectStatus, Tone>> = {
  approved: 'ok',
  processing: 'info',
  rejected: 'bad',
  withheld: 'warn',
  archived: 'warn',
  scheduled: 'info',
}

type ProjectHeaderProps = { project: ProjectPage; viewer: Viewer; onDownload: () => void; onPrepare: () => void }

export function ProjectHeader({ project, viewer, onDownload, onPrepare }: ProjectHeaderProps) {
  const type = typeOf(project.url_type)
  const { title, original } = titles(project)
  return (
    <>
      <nav className={subjectCss.crumb} aria-label={t.breadcrumb}>
        {type ? (
          <PathLink to="/$listing" params={listingParams(type)}>
            {type.label}
          </PathLink>
        ) : null}
        <ChevronRight className={ui.icon} aria-hidden />
        <span className={ui.clip}>{title}</span>
      </nav>
      <header className={subjectCss.root}>
        <Pic src={project.icon_url} name={project.slug} size={96} eager />
        <div className={subjectCss.body}>
          <div className={subjectCss.title}>
            <h1>
              {title}
              {original ? (
                <span className={subjectCss.english} lang="en">
                  {original}
                </span>
              ) : null}
              {viewer.inside ? (
                <Badge tone={tones[project.status] ?? 'neutral'} className={subjectCss.status}>
                  {t.statuses[project.status] ?? project.status}
                </Badge>
              ) : null}
            </h1>
          </div>
          <p className={subjectCss.summary}>{project.description}</p>
          <div className={subjectCss.facts}>
            <span title={t.downloads(formatExact(project.downloads))}>
              <Download className={ui.icon} aria-hidden />
              <b>{formatCount(project.downloads)}</b> {t.downloadsLabel}
            </span>
            <span title={t.followers(formatExact(project.followers))}>
              <Heart className={ui.icon} aria-hidden />
              <b>{formatCount(project.followers)}</b> {t.followersLabel}
            </span>
            <span className={isFresh(project.updated) ? ui.ok : undefined}>
              {isFresh(project.updated) ? <span className={lampCss.root} aria-hidden /> : null}
              <Ago time={project.updated} wrap={t.updatedAt} />
            </span>
            {project.categories.length > 0 ? (
              <span className={subjectCss.tags}>
                {project.categories.map((name) => (
                  <Tag key={name}>{categoryLabel(name)}</Tag>
                ))}
              </span>
            ) : null}
          </div>
        </div>
        <div className={subjectCss.actions}>
          <Button kind="primary" size="lg" onClick={onDownload} onMouseEnter={onPrepare} onFocus={onPrepare}>
            <Download className={ui.icon} aria-hidden />
            {t.download}
          </Button>
          <FollowButton project={project} />
          <SaveControl project={project} />
          {viewer.member ? (
            <PathLink
              className={buttonClass({ size: 'lg' })}
              to="/$type/$id/settings"
              params={projectParams(project)}
              aria-label={t.settings}
            >
              <Settings className={ui.icon} aria-hidden />
              {t.settings}
            </PathLink>
          ) : null}
          <Suspense fallback={<span className={cn(buttonCss.root, buttonCss.lg, buttonCss.icon)} aria-hidden />}>
            <ProjectMore project={project} viewer={viewer} />
          </Suspense>
        </div>
      </header>
    </>
  )
}
