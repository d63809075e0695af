import { BellDot, Gavel, MessageSquareText, PackagePlus, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { CheckPoints } from '@/components/ui/check-points'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { dashboardText } from '@/lib/i18n/zh-Hans/dashboard'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { projectParams, versionParams } from '@/lib/links'
import { statusTone } from '@/components/ui/status-tone'
import { titles } from '@/lib/titles'
import type { Notification } from '../api'
import type { Group } from '../model/groups'
import { Answer } from './answer'
import inboxListCss from '@/components/ui/inbox-list.module.css'
import ui from '@/components/ui/ui.module.css'

/** Icons of the kinds with a layout of their own; the texts of other kinds come from the server. */
const icons: Record<string, LucideIcon> = {
  project_update: PackagePlus,
  team_invite: Users,
  organization_invite: Users,
  status_change: Gavel,
  decision_undone: Gavel,
  own_decision_undone: Gavel,
  moderator_message: MessageSquareText,
  author_message: MessageSquareText,
}
const SHOWN_VERSIONS = 4

type LineProps = {
  group: Group
  /** Called when a link of the line is opened, which marks it as read. */
  onOpen: (ids: string[]) => void
  /** The actions at the end of the line. */
  actions?: ReactNode
}

/** One line of an inbox: text, link and actions. */
export function Line({ group, onOpen, actions }: LineProps) {
  const [first] = group.items
  const Icon = icons[first.type] ?? BellDot
  const open = () => {
    const unread = group.items.filter((one) => !one.read).map((one) => one.id)
    if (unread.length > 0) onOpen(unread)
  }
  return (
    <li className={cn(!first.read && inboxListCss.unread)} data-notification={first.id}>
      <Icon className={ui.icon} aria-hidden />
      <div>
        <Words group={group} onOpen={open} />
        {first.open ? <Answer notification={first} /> : null}
        <Ago time={first.created} />
      </div>
      {actions ? <div className={inboxListCss.end}>{actions}</div> : null}
    </li>
  )
}

function Words({ group, onOpen }: { group: Group; onOpen: () => void }) {
  const [one] = group.items
  switch (one.type) {
    case 'project_update':
      return <Update group={group} onOpen={onOpen} />
    case 'team_invite':
    case 'organization_invite':
      return (
        <>
          {one.actor ? <b>{one.actor.username} </b> : null}
          {one.actor ? t.invites : t.invitesNobody} <Subject one={one} onOpen={onOpen} />
          {one.role ? t.asRole(one.role) : null}
        </>
      )
    case 'status_change':
      return (
        <>
          <Subject one={one} onOpen={onOpen} /> {one.version ? t.versionBecomes(one.version.version_number) : t.becomes}{' '}
          {one.to_status ? <Badge tone={statusTone(one.to_status)}>{dashboardText.statusName[one.to_status]}</Badge> : null}
          {refused(one) ? <Grounds one={one} /> : null}
          {one.message ? (
            <p className={cn(!refused(one) && ui.clip2)}>{one.actor ? t.says(one.actor.username, one.message) : bySite(one)}</p>
          ) : null}
          {refused(one) ? <p>{t.refusedNext}</p> : null}
        </>
      )
    case 'moderator_message':
      return (
        <>
          {one.project ? <Subject one={one} onOpen={onOpen} /> : <Report one={one} onOpen={onOpen} />} {t.message}
          {one.message ? <p className={ui.clip2}>{t.says(one.actor?.username ?? t.staff, one.message)}</p> : null}
        </>
      )
    default:
      return (
        <>
          {/* What other areas tell of comes with its address from the server. */}
          <AddressLink data-row-link className={inboxListCss.subject} href={one.link} onClick={onOpen}>
            {one.title}
          </AddressLink>
          {one.text ? <p className={ui.clip2}>{one.text}</p> : null}
        </>
      )
  }
}

/** Whether the project was refused: its team must read the whole reason, and learn what to do. */
function refused(one: Notification): boolean {
  return !one.version && (one.to_status === 'rejected' || one.to_status === 'withheld')
}

/** Why the project was refused: the reason, and what the checklist found. */
function Grounds({ one }: { one: Notification }) {
  return (
    <>
      {one.reason ? <p>{t.reason(reasonText.name(one.reason.code), one.reason.text ?? '')}</p> : null}
      <CheckPoints points={one.points} label={t.points} />
    </>
  )
}

/** A message without a person: of the staff, or of the site about a plan that nobody carried out. */
function bySite(one: Notification): string {
  const message = one.message ?? ''
  return one.from_status === 'scheduled' ? message : t.says(t.staff, message)
}

/** The project or organisation a line is about, as a link. */
function Subject({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  if (one.project) {
    const review = one.type === 'status_change' || one.type === 'moderator_message'
    return (
      <PathLink
        data-row-link
        className={inboxListCss.subject}
        to={review ? '/$type/$id/moderation' : '/$type/$id'}
        params={projectParams(one.project)}
        onClick={onOpen}
      >
        {titles(one.project).title}
      </PathLink>
    )
  }
  if (!one.organization) return null
  return (
    <PathLink
      data-row-link
      className={inboxListCss.subject}
      to="/organization/$id/{-$kind}"
      params={{ id: one.organization.slug }}
      onClick={onOpen}
    >
      {one.organization.name}
    </PathLink>
  )
}

/** The report with a new message. */
function Report({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  if (!one.report_id) return null
  return (
    <PathLink data-row-link className={inboxListCss.subject} to="/dashboard/report/$id" params={{ id: one.report_id }} onClick={onOpen}>
      {t.report}
    </PathLink>
  )
}

function Update({ group, onOpen }: { group: Group; onOpen: () => void }) {
  const [one] = group.items
  const versions = group.items.flatMap(({ project, version }) =>
    project && version ? [{ ...version, params: versionParams(project, version.id) }] : [],
  )
  return (
    <>
      <Subject one={one} onOpen={onOpen} /> {versions.length > 1 ? t.publishedMany(versions.length) : t.published}{' '}
      <span className={inboxListCss.versions}>
        {versions.slice(0, SHOWN_VERSIONS).map((version) => (
          <PathLink
            key={version.id}
            className={cn(ui.link, ui.tabular)}
            to="/$type/$id/version/$version"
            params={version.params}
            title={version.name}
            onClick={onOpen}
          >
            {version.version_number}
          </PathLink>
        ))}
        {versions.length > SHOWN_VERSIONS ? '…' : null}
      </span>
    </>
  )
}
