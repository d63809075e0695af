import { Settings } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { Project } from '@/lib/api/types'
import { typeLabel } from '@/lib/content-types'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { projectPath } from '@/lib/links'
import { urlTypeOf } from '@/lib/loaders'
import { statusTone } from '../model'

/** One's projects with where each stands and what to do next. */
export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{t.columnProject}</th>
          <th scope="col">{t.columnStatus}</th>
          <th scope="col">{t.columnNext}</th>
          <th scope="col" className="r">{t.columnDownloads}</th>
          <th scope="col" className="r">{t.columnFollows}</th>
          <th scope="col">
            <span className="sr">{t.settings}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </tbody>
    </table>
  )
}

function ProjectRow({ project }: { project: Project }) {
  const type = urlTypeOf(project.project_type, project.loaders)
  const path = projectPath({ ...project, url_type: type })
  return (
    <tr>
      <td className="m-w">
        <div className="obj">
          <Pic src={project.icon_url} name={project.title} size={40} />
          <div>
            <b className="clip">
              <PathLink href={path}>{project.title}</PathLink>
            </b>
            <small className="clip">
              {typeLabel(type)} · <Ago time={project.updated} />
            </small>
          </div>
        </div>
      </td>
      <td>
        <Badge tone={statusTone(project.status)}>{t.statusName[project.status]}</Badge>
      </td>
      <td className="two">
        <NextStep project={project} />
      </td>
      <td className="r m-0" title={formatExact(project.downloads)}>
        {project.downloads > 0 ? formatCount(project.downloads) : '—'}
      </td>
      <td className="r m-0" title={formatExact(project.followers)}>
        {project.followers > 0 ? formatCount(project.followers) : '—'}
      </td>
      <td className="r m-e">
        <RowAction project={project} path={path} />
      </td>
    </tr>
  )
}

function NextStep({ project }: { project: Project }) {
  switch (project.status) {
    case 'draft':
      return t.nextDraft
    case 'rejected':
      return <span className="text-bad">{t.nextRejected}</span>
    case 'withheld':
      return t.nextWithheld
    case 'processing':
      return project.queued ? <Ago time={project.queued} wrap={t.queuedAt} /> : t.nextNone
    default:
      return t.nextNone
  }
}

function RowAction({ project, path }: { project: Project; path: string }) {
  const outline = buttonClass({ kind: 'outline', size: 'sm' })
  if (project.status === 'draft') return <PathLink className={outline} href={path}>{t.continue}</PathLink>
  if (project.status === 'rejected' || project.status === 'withheld') return <PathLink className={outline} href={`${path}/moderation`}>{t.seeMessage}</PathLink>
  return (
    <PathLink className={buttonClass({ kind: 'quiet', size: 'sm' }, 'btn-icon')} href={`${path}/settings`} aria-label={t.settingsOf(project.title)} title={t.settingsOf(project.title)}>
      <Settings className="i" aria-hidden />
    </PathLink>
  )
}
