import { useQuery } from '@tanstack/react-query'
import { Coffee, UserRound } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Card } from '@/components/ui/card'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { ItemBones } from '@/components/ui/item-bones'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { useLive } from '@/lib/live'
import { queueTopic } from '@/lib/live/topics'
import { useNow } from '../hooks'
import { reviewAddress } from '../model/queue'
import { ENOUGH, formatSpan, secondsSince } from '../model/waiting'
import { overviewQuery, type Overview } from '../work-api'
import { LettersCard } from './letters-card'
import { Wait } from './wait'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import tableCss from '@/components/ui/number-table.module.css'
import { PageHead } from '@/components/ui/page-head'
import css from './work.module.css'

const topics = [queueTopic]

/** What waits for the staff, and what it did today. */
export function OverviewScreen() {
  useLive(topics)
  const overview = useQuery(overviewQuery())
  const now = useNow()
  const { data } = overview
  return (
    <>
      <PageHead title={t.overviewTitle} />
      {data ? (
        <div className={ui.pile}>
          <Open overview={data} now={now} />
          <div className={css.halves}>
            <Oldest projects={data.oldest} now={now} />
            <Today work={data.work} />
          </div>
          <LettersCard />
        </div>
      ) : overview.isError ? (
        <ErrorCard error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <ItemBones count={6} />
      )}
    </>
  )
}

function Open({ overview: { queue, reports, claims, translations, recent }, now }: { overview: Overview; now: number }) {
  const since = (oldest: string | null) => (oldest ? t.since(formatSpan(secondsSince(oldest, now))) : t.nothingOpen)
  return (
    <Figures
      label={t.overviewTitle}
      figures={[
        {
          name: t.waiting,
          value: formatExact(queue.waiting),
          small: queue.waiting > 0 ? t.late(formatExact(queue.day), formatExact(queue.two_days)) : t.nothingOpen,
        },
        { name: t.reports, value: formatExact(reports.open), small: since(reports.oldest) },
        { name: t.claims, value: formatExact(claims.open), small: since(claims.oldest) },
        { name: t.openTranslations, value: formatExact(translations.open), small: since(translations.oldest) },
        {
          name: t.median,
          value:
            recent.median_seconds === null ? t.none : recent.measured < ENOUGH ? reviewPanelText.enough : formatSpan(recent.median_seconds),
          small: t.medianOf(formatExact(recent.measured)),
        },
      ]}
    />
  )
}

function Oldest({ projects, now }: { projects: Overview['oldest']; now: number }) {
  return (
    <section className={ui.card} aria-labelledby="overview-oldest">
      <div className={ui.cardHead}>
        <h2 id="overview-oldest">{t.oldest}</h2>
        <PathLink className={cn(ui.link, ui.text13, ui.cardEnd)} to="/moderation/review">
          {t.queue}
        </PathLink>
      </div>
      {projects.length === 0 ? (
        <Empty icon={Coffee} title={t.queueEmpty} hint={t.queueEmptyHint} />
      ) : (
        <ol className={css.list}>
          {projects.map((project) => (
            <li key={project.id} className={ui.result}>
              <div className={itemCss.root}>
                <Pic src={project.icon_url} project={project.id} name={project.title} size={40} />
                <div>
                  <b className={ui.clip}>
                    <PathLink className={ui.resultLink} {...reviewAddress(project)}>
                      {project.title}
                    </PathLink>
                  </b>
                  <small>
                    {typeLabel(project.url_type)} · {project.round > 1 ? reviewText.round(project.round) : reviewText.first}
                  </small>
                </div>
              </div>
              <Wait since={project.queued} now={now} bar />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Today({ work }: { work: Overview['work'] }) {
  const { column } = t
  return (
    <Card id="overview-today" title={t.today} note={t.todayHint}>
      {work.length === 0 ? (
        <Empty icon={UserRound} title={t.nobody} hint={t.nobodyHint} />
      ) : (
        <div className={tableCss.scroll}>
          <table className={cn(tableCss.root, css.table)}>
            <caption className={ui.visuallyHidden}>{t.today}</caption>
            <thead>
              <tr>
                {[
                  column.moderator,
                  column.approved,
                  column.rejected,
                  column.withheld,
                  reviewPanelText.forced,
                  column.reports,
                  column.claims,
                ].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {work.map(({ moderator, decisions, forced, reports, claims }, at) => (
                <tr key={moderator?.id ?? `closed ${at}`}>
                  <th scope="row">
                    {moderator ? (
                      <PathLink className={css.who} to="/moderation/work" search={{ of: moderator.id }}>
                        <Pic src={moderator.avatar_url} name={moderator.username} size={24} round />
                        <span className={ui.clip}>{moderator.username}</span>
                      </PathLink>
                    ) : (
                      <span className={ui.subtle}>{t.closedAccount}</span>
                    )}
                  </th>
                  {[decisions.approved, decisions.rejected, decisions.withheld, forced, reports, claims].map((count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                    <td key={index} className={count === 0 ? ui.subtle : undefined}>
                      {formatExact(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
