import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiHistoryText as t } from '@/lib/i18n/zh-Hans/wiki-history'
import { momentOf } from '@/lib/span'
import type { Change } from '../api'
import { useNow } from '../hooks'
import { wikiOf } from '../links'
import { PersonLink } from './person-link'
import rail from '@/components/ui/rail.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './history.module.css'

const SHOWN_PAGES = 4

type ChangeListProps = {
  project: ProjectPage
  changes: readonly Change[]
  /** The page whose history this is: it is not named in each entry. */
  page: string | undefined
}

/** Changes on a rail: when, who, why, how much. */
export function ChangeList({ project, changes, page }: ChangeListProps) {
  const now = useNow()
  return (
    <ol className={rail.list}>
      {changes.map((change) => (
        <li key={change.id}>
          <div className={rail.entry}>
            <time dateTime={change.at} title={formatDateTime(change.at)}>
              {momentOf(change.at, now)}
            </time>
            <span className={cn(rail.pin, change.reverts ? rail.warn : change.reverted_by ? undefined : rail.acc)} aria-hidden />
            <div className={css.entry}>
              <div className={rail.what}>
                <PersonLink person={change.author} />
                <PathLink className={cn(ui.link, css.msg)} {...wikiOf(project, 'history', change.id)}>
                  {change.msg || t.change}
                </PathLink>
                <span className={css.number}>{wikiText.number(formatExact(change.number))}</span>
                <Size change={change} />
              </div>
              <Told project={project} change={change} />
              {page === undefined ? <Pages project={project} change={change} /> : null}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** By how much the texts grew and shrank. */
export function Size({ change: { added, removed } }: { change: Change }) {
  return (
    <span className={css.size} role="img" aria-label={t.size(formatExact(added), formatExact(removed))}>
      <span className={ui.ok}>+{formatExact(added)}</span>
      <span className={ui.bad}>−{formatExact(removed)}</span>
    </span>
  )
}

/** What a change reverts, what reverted it, and who published it for its author. */
export function Told({ project, change }: { project: ProjectPage; change: Change }) {
  const { author, published_by: publisher } = change
  if (!change.reverts && !change.reverted_by && (!publisher || publisher.id === author?.id)) return null
  return (
    <p className={css.told}>
      {change.reverts ? (
        <PathLink className={ui.link} {...wikiOf(project, 'history', change.reverts)}>
          {t.reverts(wikiText.number(formatExact(change.reverts_number)))}
        </PathLink>
      ) : null}
      {change.reverted_by ? (
        <PathLink className={ui.link} {...wikiOf(project, 'history', change.reverted_by)}>
          {t.revertedBy(wikiText.number(formatExact(change.reverted_by_number)))}
        </PathLink>
      ) : null}
      {publisher && publisher.id !== author?.id ? <span>{t.published(publisher.username)}</span> : null}
    </p>
  )
}

function Pages({ project, change: { pages, page_count: count } }: { project: ProjectPage; change: Change }) {
  const shown = pages.slice(0, SHOWN_PAGES)
  return (
    <ul className={css.pages}>
      {shown.map((part) => (
        <li key={part.page}>
          <PathLink className={ui.link} {...wikiOf(project, 'history')} search={{ page: part.page }}>
            {part.title}
          </PathLink>
          {part.ops.slice(0, 3).map((op) => (
            <Badge key={op}>{wikiText.ops[op]}</Badge>
          ))}
        </li>
      ))}
      {count > shown.length ? <li>{t.pagesMore(count - shown.length)}</li> : null}
    </ul>
  )
}
