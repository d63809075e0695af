import { History as HistoryIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Bone, Empty, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDate, formatDateTime } from '@/lib/format'
import { historyText } from '@/lib/i18n/zh-Hans/history'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { reviewUndoText } from '@/lib/i18n/zh-Hans/review-undo'
import { projectParams } from '@/lib/links'
import type { History, HistoryEntry } from '../api'
import { momentOf, pinOf, roundsOf, verbOf, type Pin, type Round } from '../model/history'
import { formatSpan, secondsSince } from '../model/waiting'
import { Grounds } from './grounds'
import { UndoPart } from './undo-part'
import itemCss from '@/components/ui/item.module.css'
import rail from '@/components/ui/rail.module.css'
import tagCss from '@/components/ui/tag.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './timeline.module.css'
import undoCss from './undo.module.css'

const tones: Record<Pin, Tone> = { acc: 'info', ok: 'ok', bad: 'bad', warn: 'warn', plain: 'neutral' }
const statusName = (status: ProjectStatus) => projectText.statuses[status] ?? status

type Undoable = {
  project: ProjectPage
  undo: History['undo']
  /** The conversation, which has the messages of the decisions, is on the page too. */
  talks: boolean
}

/** Every submission with its result, the newest round first. The staff can undo the newest decision. */
export function Timeline({ entries, now, ...undoable }: Undoable & { entries: readonly HistoryEntry[]; now: number }) {
  return (
    <section className={cn(ui.card, css.card)} aria-labelledby="review-history">
      <div className={cn(ui.cardHead, css.head)}>
        <h2 id="review-history">{t.history}</h2>
        {entries.length > 0 ? <small className={cn(ui.small, ui.tabular)}>{t.entries(entries.length)}</small> : null}
        <PathLink className={cn(ui.link, ui.text13, ui.push)} to="/$type/$id/history" params={projectParams(undoable.project)}>
          {historyText.openHistory}
        </PathLink>
      </div>
      {entries.length === 0 ? <Empty icon={HistoryIcon} title={t.noHistory} hint={t.noHistoryHint} /> : null}
      {roundsOf(entries).map((round) => (
        <RoundPart key={round.number} round={round} now={now} {...undoable} />
      ))}
    </section>
  )
}

function RoundPart({ round, now, ...undoable }: Undoable & { round: Round; now: number }) {
  const name = round.number > 0 ? t.round(round.number) : t.before
  const until = round.decided ? Date.parse(round.decided) : now
  return (
    <>
      <h3 className={rail.round}>
        <b>{name}</b>
        {round.submitted ? <span>{formatDate(round.submitted)}</span> : null}
        {round.submitted ? (
          <span className={ui.push} suppressHydrationWarning>
            {t.roundWait(formatSpan(secondsSince(round.submitted, until)))}
          </span>
        ) : null}
      </h3>
      <ol className={rail.list} aria-label={name}>
        {round.entries.map((entry, index) => (
          <Step key={`${entry.at}-${index}`} entry={entry} round={round.number} now={now} {...undoable} />
        ))}
      </ol>
    </>
  )
}

/** What becomes of the project after an undo. */
const follows = (to: ProjectStatus): string => {
  const texts: Partial<Record<ProjectStatus, string>> = reviewUndoText.follows
  return texts[to] ?? reviewUndoText.follows.other
}

function Step({ entry, round, now, project, undo, talks }: Undoable & { entry: HistoryEntry; round: number; now: number }) {
  const pin = pinOf(entry)
  const { role } = entry
  return (
    <li className={rail.entry}>
      <time dateTime={entry.at} title={formatDateTime(entry.at)} suppressHydrationWarning>
        {momentOf(entry.at, now)}
      </time>
      <span className={cn(rail.pin, rail[pin])} aria-hidden />
      <div>
        <div className={rail.what}>
          {entry.actor ? <Pic src={entry.actor.avatar_url} name={entry.actor.username} size={24} round /> : null}
          <span>{entry.actor?.username ?? historyText.role[role]}</span>
          {entry.actor && (role === 'moderator' || role === 'admin') ? (
            <span className={cn(tagCss.root, tagCss.line)}>{historyText.role[role]}</span>
          ) : null}
          <b>{verbOf(entry, round)}</b>
          {entry.undone ? <span className={cn(tagCss.root, tagCss.line)}>{reviewUndoText.wasUndone}</span> : null}
          {(entry.type === 'status_changed' || entry.type === 'undone' || entry.forced) && entry.from ? (
            <span className={ui.muted}>{t.change(statusName(entry.from), statusName(entry.to))}</span>
          ) : (
            <Badge tone={tones[pin]}>{entry.type === 'submitted' && round > 0 ? t.round(round) : statusName(entry.to)}</Badge>
          )}
        </div>
        <Grounds entry={entry} talks={talks} />
        {entry.type === 'undone' ? <p className={undoCss.follows}>{follows(entry.to)}</p> : null}
        {undo && Date.parse(undo.at) === Date.parse(entry.at) && undo.type === entry.type ? (
          <UndoPart project={project.id} undo={undo} />
        ) : null}
      </div>
    </li>
  )
}

export function TimelineBones() {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      <Bone w={120} h={20} />
      {Array.from({ length: 4 }, (_, index) => (
        <div className={itemCss.root} key={index}>
          <Bone w={70} h={14} />
          <Bone w="50%" h={16} />
        </div>
      ))}
    </Loading>
  )
}
