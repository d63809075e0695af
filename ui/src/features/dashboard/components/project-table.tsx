import { ArrowDown, ArrowUp, Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import '@/styles/bulk.css'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { Project } from '@/lib/api/types'
import { typeLabel } from '@/lib/content-types'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { projectPath } from '@/lib/links'
import { urlTypeOf } from '@/lib/loaders'
import { statusTone } from '@/lib/status-tone'
import { nextSorting, type SortKey, type Sorting } from '../model'

const QueuePlace = lazy(() => import('@/features/review/components/queue-place'))

type ProjectTableProps = {
  projects: readonly Project[]
  sorting?: Sorting | undefined
  onSort?: ((sorting: Sorting) => void) | undefined
  /** Ids of the chosen ones. */
  picked?: ReadonlySet<string> | undefined
  onPick?: ((ids: string[]) => void) | undefined
}

/** One's projects with where each stands and what to do next. */
export function ProjectTable({ projects, sorting, onSort, picked, onPick }: ProjectTableProps) {
  const column = (by: SortKey, label: string, right = false) => {
    if (!sorting || !onSort) return <th scope="col" className={right ? 'r' : undefined}>{label}</th>
    const on = sorting.by === by
    return (
      <th scope="col" className={cn(right && 'r', on && 'is-on')} aria-sort={on ? (sorting.up ? 'ascending' : 'descending') : undefined}>
        <button type="button" aria-label={t.sortBy(label)} onClick={() => onSort(nextSorting(sorting, by))}>
          {label}
          {on ? sorting.up ? <ArrowUp className="i i-14" aria-hidden /> : <ArrowDown className="i i-14" aria-hidden /> : null}
        </button>
      </th>
    )
  }
  const all = picked !== undefined && projects.every((one) => picked.has(one.id))
  return (
    <table className="tbl">
      <thead>
        <tr>
          {picked && onPick ? (
            <th scope="col" className="pick-cell">
              <Checkbox aria-label={t.selectAll} checked={all} onChange={() => onPick(all ? [] : projects.map((one) => one.id))}>
                {null}
              </Checkbox>
            </th>
          ) : null}
          {column('title', t.columnProject)}
          {column('status', t.columnStatus)}
          <th scope="col">{t.columnNext}</th>
          {sorting ? column('updated', t.columnUpdated) : null}
          {column('downloads', t.columnDownloads, true)}
          {column('followers', t.columnFollows, true)}
          <th scope="col">
            <span className="sr">{t.settings}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <ProjectRow
            key={project.id}
            project={project}
            dated={sorting !== undefined}
            picked={picked?.has(project.id)}
            onPick={picked && onPick ? () => onPick(picked.has(project.id) ? [...picked].filter((id) => id !== project.id) : [...picked, project.id]) : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

type ProjectRowProps = { project: Project; dated: boolean; picked: boolean | undefined; onPick: (() => void) | undefined }

function ProjectRow({ project, dated, picked, onPick }: ProjectRowProps) {
  const type = urlTypeOf(project.project_type, project.loaders)
  const path = projectPath({ ...project, url_type: type })
  return (
    <tr className={picked ? 'is-picked' : undefined}>
      {onPick ? (
        <td className="pick-cell">
          <Checkbox aria-label={t.selectOne(project.title)} checked={picked ?? false} onChange={onPick}>
            {null}
          </Checkbox>
        </td>
      ) : null}
      <td className="m-w">
        <div className="obj">
          <Pic src={project.icon_url} name={project.title} size={40} />
          <div>
            <b className="clip">
              <PathLink href={path}>{project.title}</PathLink>
            </b>
            <small className="clip">
              {typeLabel(type)}
              {dated ? null : (
                <>
                  {' '}
                  · <Ago time={project.updated} />
                </>
              )}
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
      {dated ? (
        <td className="m-0">
          <Ago time={project.updated} />
        </td>
      ) : null}
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
      return (
        <Suspense fallback={project.queued ? <Ago time={project.queued} wrap={t.queuedAt} /> : t.nextNone}>
          <QueuePlace project={project} />
          {project.queued ? (
            <small>
              <Ago time={project.queued} wrap={t.queuedAt} />
            </small>
          ) : null}
        </Suspense>
      )
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
