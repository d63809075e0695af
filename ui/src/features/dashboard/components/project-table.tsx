import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Settings } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { BlockSpark } from '@/components/ui/block-spark'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { Project } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { urlTypeOf } from '@/lib/loaders'
import { projectLabel } from '@/lib/project-label'
import { statusTone } from '@/components/ui/status-tone'
import { QueuePlace } from '@/features/review/parts'
import type { SortKey } from '../list-search'
import { nextSorting, ownParams, type Sorting } from '../model'
import { trendsQuery } from '../trends'
import { useLeft } from '../use-left'
import buttonCss from '@/components/ui/button.module.css'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './project-table.module.css'

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
    if (!sorting || !onSort)
      return (
        <th scope="col" className={right ? tableCss.right : undefined}>
          {label}
        </th>
      )
    const on = sorting.by === by
    return (
      <th
        scope="col"
        className={cn(right && tableCss.right, on && tableCss.on)}
        aria-sort={on ? (sorting.up ? 'ascending' : 'descending') : undefined}
      >
        <button type="button" aria-label={t.sortBy(label)} onClick={() => onSort(nextSorting(sorting, by))}>
          {label}
          {on ? sorting.up ? <ArrowUp className={ui.icon14} aria-hidden /> : <ArrowDown className={ui.icon14} aria-hidden /> : null}
        </button>
      </th>
    )
  }
  const { data: trends } = useQuery(trendsQuery)
  const all = picked !== undefined && projects.every((one) => picked.has(one.id))
  return (
    <table className={tableCss.root}>
      <thead>
        <tr>
          {picked && onPick ? (
            <th scope="col" className={css.pick}>
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
            <span className={ui.visuallyHidden}>{t.settings}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <ProjectRow
            key={project.id}
            project={project}
            days={trends?.[project.id]}
            dated={sorting !== undefined}
            picked={picked?.has(project.id)}
            onPick={
              picked && onPick
                ? () => onPick(picked.has(project.id) ? [...picked].filter((id) => id !== project.id) : [...picked, project.id])
                : undefined
            }
          />
        ))}
      </tbody>
    </table>
  )
}

type ProjectRowProps = {
  project: Project
  days: readonly number[] | undefined
  dated: boolean
  picked: boolean | undefined
  onPick: (() => void) | undefined
}

function ProjectRow({ project, days, dated, picked, onPick }: ProjectRowProps) {
  const type = urlTypeOf(project.project_type, project.loaders)
  return (
    <tr className={picked ? tableCss.picked : undefined}>
      {onPick ? (
        <td className={css.pick}>
          <Checkbox aria-label={t.selectOne(project.title)} checked={picked ?? false} onChange={onPick}>
            {null}
          </Checkbox>
        </td>
      ) : null}
      <td className={tableCss.mobileWide}>
        <div className={cn(itemCss.root, ui.result)}>
          <Pic src={project.icon_url} project={project.id} name={project.title} color={project.color} size={40} />
          <div>
            <b className={ui.clip}>
              <PathLink className={ui.resultLink} to="/$type/$id" params={ownParams(project)}>
                {project.title}
              </PathLink>
            </b>
            <small className={ui.clip}>
              {projectLabel({ url_type: type, loaders: project.loaders })}
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
      <td className={css.two}>
        <NextStep project={project} />
      </td>
      {dated ? (
        <td className={tableCss.mobileHidden}>
          <Ago time={project.updated} />
        </td>
      ) : null}
      <td className={cn(tableCss.right, tableCss.mobileHidden)} title={formatExact(project.downloads)}>
        <span className={css.downloads}>
          <BlockSpark days={days} />
          {project.downloads > 0 ? formatCount(project.downloads) : '—'}
        </span>
      </td>
      <td className={cn(tableCss.right, tableCss.mobileHidden)} title={formatExact(project.followers)}>
        {project.followers > 0 ? formatCount(project.followers) : '—'}
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <RowAction project={project} />
      </td>
    </tr>
  )
}

function NextStep({ project }: { project: Project }) {
  switch (project.status) {
    case 'draft':
      return <DraftStep project={project} />
    case 'rejected':
      return <span className={ui.bad}>{t.nextRejected}</span>
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

/** The same as its line among what needs its owner. */
function DraftStep({ project }: { project: Project }) {
  const { left } = useLeft(project)
  if (!left) return t.nextDraft
  return left.length === 0 ? t.ready : t.left(left.length)
}

function RowAction({ project }: { project: Project }) {
  const params = ownParams(project)
  const outline = buttonClass({ kind: 'outline', size: 'sm' })
  if (project.status === 'draft')
    return (
      <PathLink className={outline} to="/$type/$id" params={params}>
        {t.continue}
      </PathLink>
    )
  if (project.status === 'rejected' || project.status === 'withheld')
    return (
      <PathLink className={outline} to="/$type/$id/moderation" params={params}>
        {t.seeMessage}
      </PathLink>
    )
  return (
    <PathLink
      className={buttonClass({ kind: 'quiet', size: 'sm' }, buttonCss.icon)}
      to="/$type/$id/settings"
      params={params}
      aria-label={t.settingsOf(project.title)}
      title={t.settingsOf(project.title)}
    >
      <Settings className={ui.icon} aria-hidden />
    </PathLink>
  )
}
