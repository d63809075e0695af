import { History as HistoryIcon } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Bone, Empty, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import type { ProjectStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDate, formatDateTime } from '@/lib/format'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { HistoryEntry } from '../api'
import { momentOf, pinOf, roundsOf, verbOf, type Pin, type Round } from '../model/history'
import { formatSpan, secondsSince } from '../model/waiting'
import { Message } from './message'
import itemCss from '@/components/ui/item.module.css'
import tagCss from '@/components/ui/tag.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './timeline.module.css'

const tones: Record<Pin, Tone> = { acc: 'info', ok: 'ok', bad: 'bad', warn: 'warn', plain: 'neutral' }
const statusName = (status: ProjectStatus) => projectText.statuses[status] ?? status

/** Every submission and what came of it, the newest round first. */
export function Timeline({ entries, now }: { entries: readonly HistoryEntry[]; now: number }) {
  return (
    <section className={cn(ui.card, css.card)} aria-labelledby="review-history">
      <div className={ui.cardHead}>
        <h2 id="review-history">{t.history}</h2>
        {entries.length > 0 ? <small className={cn(ui.small, ui.tabular)}>{t.entries(entries.length)}</small> : null}
      </div>
      {entries.length === 0 ? <Empty icon={HistoryIcon} title={t.noHistory} hint={t.noHistoryHint} /> : null}
      {roundsOf(entries).map((round) => (
        <RoundPart key={round.number} round={round} now={now} />
      ))}
    </section>
  )
}

function RoundPart({ round, now }: { round: Round; now: number }) {
  const name = round.number > 0 ? t.round(round.number) : t.before
  const until = round.decided ? Date.parse(round.decided) : now
  return (
    <>
      <h3 className={css.round}>
        <b>{name}</b>
        {round.submitted ? <span>{formatDate(round.submitted)}</span> : null}
        {round.submitted ? <span className={css.end}>{t.roundWait(formatSpan(secondsSince(round.submitted, until)))}</span> : null}
      </h3>
      <ol className={css.root} aria-label={name}>
        {round.entries.map((entry, index) => (
          <Step key={`${entry.at}-${index}`} entry={entry} round={round.number} now={now} />
        ))}
      </ol>
    </>
  )
}

function Step({ entry, round, now }: { entry: HistoryEntry; round: number; now: number }) {
  const pin = pinOf(entry)
  const role = entry.actor?.role
  return (
    <li>
      <time dateTime={entry.at} title={formatDateTime(entry.at)}>
        {momentOf(entry.at, now)}
      </time>
      <span className={cn(css.pin, pin !== 'plain' && css[`pin-${pin}`])} aria-hidden />
      <div>
        <div className={css.what}>
          {entry.actor ? <Pic src={entry.actor.avatar_url} name={entry.actor.username} size={24} round /> : null}
          <span>{entry.actor?.username ?? t.system}</span>
          {role === 'moderator' || role === 'admin' ? <span className={cn(tagCss.root, tagCss.line)}>{t.role[role]}</span> : null}
          <b>{verbOf(entry, round)}</b>
          {entry.type === 'status_changed' && entry.from ? (
            <span className={ui.muted}>{t.change(statusName(entry.from), statusName(entry.to))}</span>
          ) : (
            <Badge tone={tones[pin]}>{entry.type === 'submitted' && round > 0 ? t.round(round) : statusName(entry.to)}</Badge>
          )}
        </div>
        {entry.message ? <Message text={entry.message} /> : null}
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
