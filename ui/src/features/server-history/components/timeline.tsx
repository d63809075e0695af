import { PathLink } from '@/components/layout/path-link'
import { Tag } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { isReport, tell, type Happening } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatDate, formatDateTime } from '@/lib/format'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'
import { useSession } from '@/lib/session'
import { momentOf } from '@/lib/span'
import { byDay, type Filter } from '../model/filter'
import textButtonCss from '@/components/ui/text-button.module.css'
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
  /** What is listed; nothing can be chosen where it is left out. */
  filter?: Filter
  onFilter?: (filter: Filter) => void
}

/** Entries by their days, the newest first. */
export function Timeline({ entries, outcomes, marked, ...shared }: TimelineProps) {
  return (
    <>
      {byDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={formatDate(day)}>
          <h3 className={rail.round}>{formatDate(day)}</h3>
          <ol className={rail.list}>
            {ofDay.map((entry) => (
              <Entry
                key={entry.position}
                {...shared}
                entry={entry}
                outcome={outcomes.get(entry.position)}
                marked={entry.position === marked}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

type EntryProps = Pick<TimelineProps, 'id' | 'now' | 'filter' | 'onFilter'> & {
  entry: Happening
  outcome: string | undefined
  marked: boolean
}

function Entry({ id, entry, outcome, now, marked, filter, onFilter }: EntryProps) {
  const viewer = useSession()?.id
  const { who, what, more, pin } = tell(entry, viewer)
  const { actor, role, position, at, credential, kind, run } = entry
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
          {credential && filter && onFilter && filter.token !== credential.id ? (
            <button
              type="button"
              className={textButtonCss.root}
              title={t.onlyBy(credential.id)}
              onClick={() => onFilter({ ...filter, token: credential.id, entry: undefined })}
            >
              {credential.name ?? credential.id}
            </button>
          ) : credential ? (
            <span className={ui.small}>{credential.name ?? credential.id}</span>
          ) : null}
          {kind === 'crashed' && run ? (
            <PathLink
              className={ui.link}
              to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
              params={{ sid: id, part: 'history', sub: 'crash' }}
              search={{ run }}
            >
              {t.crashLink}
            </PathLink>
          ) : null}
          {kind.startsWith('configuration-') ? (
            <PathLink
              className={ui.link}
              to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
              params={{ sid: id, part: 'history', sub: 'config' }}
              search={typeof entry.detail.path === 'string' ? { path: entry.detail.path } : {}}
            >
              {t.config}
            </PathLink>
          ) : null}
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
