import { PathLink } from '@/components/layout/path-link'
import { Tag } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { isReport, tell, type Happening } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatDate, formatDateTime } from '@/lib/format'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'
import { useSession } from '@/lib/session'
import { momentOf } from '@/lib/span'
import { byDay } from '../model/filter'
import rail from '@/components/ui/rail.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-history.module.css'

type TimelineProps = {
  id: string
  entries: readonly Happening[]
  outcomes: ReadonlyMap<number, string>
  now: number
  /** The entry that a link led to. */
  marked: number | undefined
}

/** Entries by their days, the newest first. */
export function Timeline({ id, entries, outcomes, now, marked }: TimelineProps) {
  return (
    <>
      {byDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={formatDate(day)}>
          <h3 className={rail.round}>{formatDate(day)}</h3>
          <ol className={rail.list}>
            {ofDay.map((entry) => (
              <Entry
                key={entry.position}
                id={id}
                entry={entry}
                outcome={outcomes.get(entry.position)}
                now={now}
                marked={entry.position === marked}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

type EntryProps = { id: string; entry: Happening; outcome: string | undefined; now: number; marked: boolean }

function Entry({ id, entry, outcome, now, marked }: EntryProps) {
  const viewer = useSession()?.id
  const { who, what, more, pin } = tell(entry, viewer)
  const { actor, role, position, at } = entry
  const report = isReport(entry)
  const roleWords = report || !actor ? undefined : t.roles[role]
  return (
    <li className={cn(rail.entry, marked && css.marked)} aria-current={marked || undefined}>
      <time dateTime={at} title={formatDateTime(at)}>
        {momentOf(at, now)}
      </time>
      <span className={cn(rail.pin, pin !== 'plain' && rail[pin])} aria-hidden />
      <div>
        <div className={rail.what}>
          {actor ? <Pic src={actor.avatar_url} name={actor.username} size={24} round /> : null}
          <span>{who}</span>
          {roleWords ? <span className={ui.small}>{roleWords}</span> : null}
          <b>{what}</b>
          {more.length > 0 ? <span className={css.more}>{more.join('；')}</span> : null}
          {report ? null : <Tag line={!entry.token}>{entry.token ? t.token : t.session}</Tag>}
          <PathLink
            className={css.leaf}
            to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
            params={{ sid: id, part: 'history' }}
            search={{ entry: position }}
            aria-label={t.link(String(position))}
            title={t.link(String(position))}
          >
            #{position}
          </PathLink>
        </div>
        {outcome ? <p className={css.result}>{t.result(outcome)}</p> : null}
      </div>
    </li>
  )
}
