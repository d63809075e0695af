import { listingParams } from '@/lib/links'
import { ChevronRight, Download, Heart, Settings } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { CategoryTag } from '@/components/ui/category-icon'
import { buttonClass } from '@/components/ui/button'
import { OutsideLink } from '@/components/ui/outside-link'
import { Pic } from '@/components/ui/pic'
import { When } from '@/components/ui/when'
import { FollowButton, prepareSave, SaveControl } from '@/features/collection'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { formatCount, formatExact, isFresh } from '@/lib/format'
import { downloadsHint, downloadsOf, summaryOf } from '@/lib/hit-words'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { repostText } from '@/lib/i18n/zh-Hans/repost'
import { projectLabel } from '@/lib/project-label'
import { projectParams } from '@/lib/links'
import type { Viewer } from '@/lib/viewer'
import { titles } from '@/lib/titles'
import { DownloadButton } from './download-button'
import { OfferButton } from './offer-button'
import buttonCss from '@/components/ui/button.module.css'
import lampCss from '@/components/ui/lamp.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import { besideLazy } from '@/lib/ready-lazy'

const ProjectMore = besideLazy(async () => {
  const [module] = await Promise.all([import('./project-more'), prepareSave()])
  return module
})

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
            {projectLabel(project)}
          </PathLink>
        ) : null}
        <ChevronRight className={ui.icon} aria-hidden />
        <span className={ui.clip}>{title}</span>
      </nav>
      <header className={subjectCss.root}>
        <Pic src={project.icon_url} project={project.id} name={title} color={project.color} size={96} eager />
        <div className={subjectCss.body}>
          <div className={subjectCss.title}>
            <h1>
              {title}
              {original ? (
                <span className={subjectCss.english} lang="en">
                  {original}
                </span>
              ) : null}
              {viewer.inside || project.status === 'archived' ? (
                <Badge tone={tones[project.status] ?? 'neutral'} className={subjectCss.status}>
                  {t.statuses[project.status] ?? project.status}
                </Badge>
              ) : null}
            </h1>
          </div>
          {summaryOf(project) ? <p className={subjectCss.summary}>{summaryOf(project)}</p> : null}
          <div className={subjectCss.facts}>
            {project.original ? <Original original={project.original} /> : null}
            <span title={downloadsHint(project, t.downloads(formatExact(project.downloads)))}>
              <Download className={ui.icon} aria-hidden />
              <b>{downloadsOf(project)}</b> {t.downloadsLabel}
            </span>
            <span title={t.followers(formatExact(project.followers))}>
              <Heart className={ui.icon} aria-hidden />
              <b>{formatCount(project.followers)}</b> {t.followersLabel}
            </span>
            <span className={isFresh(project.updated) ? ui.ok : undefined}>
              {isFresh(project.updated) ? <span className={lampCss.root} aria-hidden /> : null}
              <When estimated={project.estimated.updated} time={project.updated} wrap={t.updatedAt} />
            </span>
            {project.categories.length > 0 ? (
              <span className={subjectCss.tags}>
                {project.categories.map((name) => (
                  <CategoryTag key={name} name={name} />
                ))}
              </span>
            ) : null}
          </div>
        </div>
        <div className={subjectCss.actions}>
          <DownloadButton project={project} viewer={viewer} onDownload={onDownload} onPrepare={onPrepare} />
          <OfferButton project={project.id} />
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

/** Whose work the project is, where a repost team looks after it. */
function Original({ original: { author, url } }: { original: NonNullable<ProjectPage['original']> }) {
  return (
    <span>
      {author || !url ? null : `${t.originalUnknown} · `}
      {url ? (
        <OutsideLink newTab className={ui.link} href={url} rel="noopener noreferrer nofollow ugc" title={author ? t.original : undefined}>
          {author ?? t.toOrigin}
        </OutsideLink>
      ) : (
        (author ?? t.originalUnknown)
      )}
      <Badge>{repostText.mark}</Badge>
    </span>
  )
}
