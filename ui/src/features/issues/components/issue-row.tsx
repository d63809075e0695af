import { Lock, MessageSquare, Pin } from 'lucide-react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { issueListText as t } from '@/lib/i18n/zh-Hans/issue'
import type { ProjectPage } from '@/lib/api/types'
import type { ListedIssue } from '../api'
import { issueHref, issueParams } from '../model/address'
import { changed, type IssueSearch } from '../search'
import { LabelTag } from './issue-label'
import { StateIcon } from './state-icon'
import ui from '@/components/ui/ui.module.css'
import css from './issues.module.css'

type RowProps = { project: ProjectPage; issue: ListedIssue; search: IssueSearch }

/** One issue of the list. A label and the author narrow the list to theirs. */
export function IssueRow({ project, issue, search }: RowProps) {
  const { number, author, assignees, closed_at: closedAt } = issue
  const list = { to: '/$type/$id/issues/{-$issue}', params: issueParams(project) } as const
  return (
    <li className={cn(ui.result, css.row)}>
      <StateIcon issue={issue} className={css.state} />
      <div className={css.main}>
        <p className={css.title}>
          {issue.pinned ? (
            <Badge tone="accent">
              <Pin className={ui.icon12} aria-hidden />
              {t.pinned}
            </Badge>
          ) : null}
          {issue.locked ? (
            <Badge>
              <Lock className={ui.icon12} aria-hidden />
              {t.locked}
            </Badge>
          ) : null}
          {issue.hidden ? <Badge tone="bad">{t.hidden}</Badge> : null}
          <AddressLink className={cn(ui.resultLink, ui.clip2, css.name)} href={issueHref(project, number)}>
            {issue.title}
          </AddressLink>
          {issue.labels.map((label) => (
            <PathLink key={label.id} keepScroll {...list} search={changed(search, { label: [...(search.label ?? []), label.id] })}>
              <LabelTag label={label} />
            </PathLink>
          ))}
        </p>
        <p className={css.facts}>
          <span>{t.number(number)}</span>
          {author ? (
            <PathLink keepScroll {...list} search={changed(search, { author: author.username })}>
              {author.username}
            </PathLink>
          ) : (
            <span>{t.gone}</span>
          )}
          <Ago time={closedAt ?? issue.created_at} wrap={closedAt ? t.closedAt : t.openedAt} />
          {issue.fixed_in?.version_number ? <span>{t.fixedIn(issue.fixed_in.version_number)}</span> : null}
        </p>
      </div>
      <p
        className={css.people}
        title={assignees.length > 0 ? t.assignedTo(assignees.map(({ username }) => username).join('、')) : undefined}
      >
        {assignees.slice(0, 3).map((one) => (
          <Pic key={one.id} src={one.avatar_url} id={one.id} name={one.username} size={24} round alt={one.username} />
        ))}
      </p>
      <p className={css.replies} title={t.repliesTitle(formatExact(issue.comments_count))}>
        <MessageSquare className={ui.icon14} aria-hidden />
        <span className={ui.visuallyHidden}>{t.replies}</span>
        {formatExact(issue.comments_count)}
      </p>
    </li>
  )
}
