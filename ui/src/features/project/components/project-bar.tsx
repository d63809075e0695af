import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { statusTone } from '@/components/ui/status-tone'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import type { Viewer } from '@/lib/viewer'
import { ProjectTabs } from './project-tabs'
import sectionBarCss from '@/components/layout/section-bar.module.css'
import css from './project-bar.module.css'

/** The head of a project's pages of work: one line, so that the first field is near the top. */
export default function ProjectBar({ project, viewer }: { project: ProjectPage; viewer: Viewer }) {
  const { title } = titles(project)
  return (
    <div className={sectionBarCss.root}>
      <div className={cn(sectionBarCss.inner, css.inner)}>
        <h1 className={css.root}>
          <PathLink to="/$type/$id" params={projectParams(project)}>
            <Pic src={project.icon_url} project={project.id} name={project.title} color={project.color} size={24} eager />
            <span className={css.title}>{title}</span>
          </PathLink>
          {viewer.inside ? <Badge tone={statusTone(project.status)}>{t.statuses[project.status] ?? project.status}</Badge> : null}
        </h1>
        <ProjectTabs project={project} viewer={viewer} work />
      </div>
    </div>
  )
}
