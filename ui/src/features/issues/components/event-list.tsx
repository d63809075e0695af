import {
  CircleCheck,
  CircleDot,
  CircleSlash,
  Copy,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  Package,
  Pencil,
  Pin,
  PinOff,
  Tag,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Ago } from '@/components/ui/time'
import type { ProjectPage } from '@/lib/api/types'
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { issueListText, issueText } from '@/lib/i18n/zh-Hans/issue'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { versionParams } from '@/lib/links'
import type { IssueEvent } from '../api'
import { issueHref } from '../model/address'
import { LabelTag } from './issue-label'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

const t = issueText.events
const icons: Record<IssueEvent['kind'], LucideIcon> = {
  retitled: Pencil,
  labelled: Tag,
  unlabelled: Tag,
  assigned: UserRound,
  unassigned: UserRound,
  closed: CircleCheck,
  reopened: CircleDot,
  locked: Lock,
  unlocked: LockOpen,
  pinned: Pin,
  unpinned: PinOff,
  hidden: EyeOff,
  restored: Eye,
  fixed: Package,
  unfixed: Package,
}

type EventListProps = { project: ProjectPage; events: readonly IssueEvent[] }

/** What happened to an issue between two comments. */
export function EventList({ project, events }: EventListProps) {
  return (
    <ul className={css.events}>
      {events.map((event, at) => {
        const Icon = iconOf(event)
        return (
          <li key={`${event.at}-${event.kind}-${at}`}>
            <Icon className={ui.icon14} aria-hidden />
            <span className={css.happened}>
              {event.actor ? (
                <PathLink to="/user/$id/{-$kind}" params={{ id: event.actor.username }}>
                  {event.actor.username}
                </PathLink>
              ) : event.kind === 'closed' && event.fixed_in ? null : (
                <b>{event.staff ? t.staff : t.someone}</b>
              )}{' '}
              {saying(project, event)}
              {event.reason ? (
                <small className={ui.small}>{discussionText.why(reasonText.name(event.reason.code), event.reason.text)}</small>
              ) : null}
            </span>
            <Ago className={ui.small} time={event.at} />
          </li>
        )
      })}
    </ul>
  )
}

function iconOf({ kind, state_reason: reason }: IssueEvent): LucideIcon {
  if (kind === 'closed' && reason === 'not_planned') return CircleSlash
  return kind === 'closed' && reason === 'duplicate' ? Copy : icons[kind]
}

function saying(project: ProjectPage, event: IssueEvent): ReactNode {
  const { kind, label, assignee, title, duplicate_of: duplicate, fixed_in: fix, actor } = event
  const version = fix?.version_number ?? issueText.hiddenVersion
  switch (kind) {
    case 'retitled':
      return (
        <>
          {t.retitled} <b className={ui.break}>{title}</b>
        </>
      )
    case 'labelled':
    case 'unlabelled':
      return (
        <>
          {t[kind]} {label?.name ? <LabelTag label={label} /> : t.deletedLabel}
        </>
      )
    case 'assigned':
    case 'unassigned':
      if (kind === 'assigned' && assignee && assignee.id === actor?.id) return t.assignedSelf
      return (
        <>
          {t[kind]} <b>{assignee?.username ?? t.someone}</b>
        </>
      )
    case 'closed':
      if (fix) return t.closedByVersion(version)
      if (event.state_reason === 'duplicate' && duplicate)
        return (
          <>
            {t.closedDuplicate(issueListText.number(duplicate.number))}{' '}
            {duplicate.title ? (
              <AddressLink className={ui.link} href={issueHref(project, duplicate.number)}>
                {duplicate.title}
              </AddressLink>
            ) : null}
          </>
        )
      return event.state_reason === 'done' ? t.closedDone : event.state_reason === 'not_planned' ? t.closedNotPlanned : t.closed
    case 'fixed':
      return fix?.version_number ? (
        <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(project, fix.version_id)}>
          {t.fixed(version)}
        </PathLink>
      ) : (
        t.fixed(version)
      )
    default:
      return t[kind]
  }
}
