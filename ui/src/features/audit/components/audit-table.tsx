import { ChevronDown } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, Tag } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { projectParams, versionParams } from '@/lib/links'
import { auditQueries, type AuditEntry } from '../api'
import { actorName, clockOf, contentOf, dayOf, kindLabel, kindTone, namesOf, subjectName } from '../model/words'
import type { AuditFilters } from '../search'
import { AuditEvent } from './audit-event'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './audit.module.css'

/** The entries, one a line; a line opens to its event. The keys J and K move between the buttons that open lines. */
export function AuditTable({ entries, filters }: { entries: readonly AuditEntry[]; filters: AuditFilters }) {
  const [open, setOpen] = useState<number>()
  const names = namesOf(useQuery({ ...auditQueries.options(), enabled: entries.some((entry) => entry.options?.length) }).data)
  return (
    <table className={cn(tableCss.root, css.table)}>
      <caption className={ui.visuallyHidden}>{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort="descending">
            {t.column.at}
          </th>
          <th scope="col">{t.column.actor}</th>
          <th scope="col">{t.column.kind}</th>
          <th scope="col">{t.column.subject}</th>
          <th scope="col">{t.column.content}</th>
          <th scope="col" className={tableCss.right}>
            {t.column.position}
          </th>
          <th scope="col">
            <span className={ui.visuallyHidden}>{t.column.more}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => (
          <Fragment key={entry.position}>
            {dayOf(entry.at) === dayOf(entries[at - 1]?.at ?? '') ? null : (
              <tr className={css.date}>
                <th colSpan={7} scope="rowgroup" suppressHydrationWarning>
                  {dayOf(entry.at)}
                </th>
              </tr>
            )}
            <Line
              entry={entry}
              names={names}
              open={open === entry.position}
              onToggle={() => setOpen(open === entry.position ? undefined : entry.position)}
            />
            {open === entry.position ? (
              <tr className={css.opened}>
                <td colSpan={7} id={`audit-${entry.position}`}>
                  <AuditEvent entry={entry} filters={filters} names={names} />
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

type LineProps = { entry: AuditEntry; names: ReadonlyMap<string, string>; open: boolean; onToggle: () => void }

function Line({ entry, names, open, onToggle }: LineProps) {
  const content = contentOf(entry, names)
  const what = `${kindLabel(entry.kind)} ${subjectName(entry)}`
  return (
    <tr className={cn(ui.result, open && css.on)}>
      <td className={cn(ui.oneLine, ui.tabular)}>
        <time dateTime={entry.at} title={formatDateTime(entry.at)} suppressHydrationWarning>
          {clockOf(entry.at)}
        </time>
      </td>
      <td>
        <span className={css.who}>
          {entry.actor ? <Pic src={entry.actor.avatar_url} name={entry.actor.username} size={24} round /> : null}
          <span className={ui.clip}>{actorName(entry)}</span>
        </span>
      </td>
      <td className={css.kind}>
        <Badge tone={kindTone(entry.kind)}>{kindLabel(entry.kind)}</Badge>
        {entry.mark ? <Tag line>{t.marks[entry.mark]}</Tag> : null}
      </td>
      <td className={css.subject}>
        <Subject entry={entry} />
      </td>
      <td className={css.content} title={content}>
        <span className={ui.clip}>{content}</span>
      </td>
      <td className={cn(tableCss.right, tableCss.mobileHidden, ui.subtle)}>{entry.position}</td>
      <td className={css.more}>
        <button
          type="button"
          className={ui.resultLink}
          data-row-link
          aria-expanded={open}
          aria-controls={open ? `audit-${entry.position}` : undefined}
          aria-label={open ? t.close(what) : t.open(what)}
          onClick={onToggle}
        >
          <ChevronDown className={ui.icon} aria-hidden />
        </button>
      </td>
    </tr>
  )
}

/** The subject with a link to its page, where it still has one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subject } = entry
  const name = subjectName(entry)
  const { project } = subject
  if (project && (subject.type === 'project' || subject.type === 'version')) {
    return (
      <span className={css.who}>
        <Pic src={project.icon_url} project={project.id} name={project.title} size={24} />
        {subject.type === 'version' && subject.version_number ? (
          <PathLink className={ui.clip} to="/$type/$id/version/$version" params={versionParams(project, subject.id)}>
            {name}
          </PathLink>
        ) : (
          <PathLink className={ui.clip} to="/$type/$id" params={projectParams(project)}>
            {name}
          </PathLink>
        )}
      </span>
    )
  }
  if (subject.type === 'user' && subject.account) {
    return (
      <span className={css.who}>
        <Pic src={subject.account.avatar_url} name={name} size={24} round />
        <PathLink className={ui.clip} to="/user/$id/{-$kind}" params={{ id: subject.account.username }}>
          {name}
        </PathLink>
      </span>
    )
  }
  if (subject.type === 'report') {
    return (
      <PathLink className={ui.clip} to="/moderation/report/$id" params={{ id: subject.id }}>
        {name}
      </PathLink>
    )
  }
  if (subject.type === 'discussion' || (subject.type === 'post' && entry.item_type === 'discussion')) {
    return (
      <PathLink className={ui.clip} to="/d/$id" params={{ id: subject.type === 'post' ? entry.item : subject.id }}>
        {name}
      </PathLink>
    )
  }
  if (subject.type === 'organization') {
    return (
      <PathLink className={ui.clip} to="/organization/$id/{-$kind}" params={{ id: subject.id }}>
        {name}
      </PathLink>
    )
  }
  if (subject.type === 'collection') {
    return (
      <PathLink className={ui.clip} to="/collection/$id/{-$projectType}" params={{ id: subject.id }}>
        {name}
      </PathLink>
    )
  }
  return <span className={ui.clip}>{name}</span>
}
