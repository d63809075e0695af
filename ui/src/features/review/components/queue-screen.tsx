import { useQuery } from '@tanstack/react-query'
import { Coffee, Play } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Forbidden, Loading } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { cn } from '@/lib/cn'
import { contentTypes, typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { useLive } from '@/lib/live'
import { queueTopic } from '@/lib/live/topics'
import { offsetOf, pageCount, pageParam } from '@/lib/pages'
import { isStaff, useSession } from '@/lib/session'
import { POLL_MS, reviewQueries } from '../api'
import { useNow } from '../hooks'
import { QUEUE_PAGE, reviewAddress, type QueueSearch } from '../model/queue'
import { QueueTable } from './queue-table'
import itemCss from '@/components/ui/item.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './queue-screen.module.css'

const queueTopics = [queueTopic]

/** Everything that waits for a decision, the longest waiting first. */
export function QueueScreen({ search }: { search: QueueSearch }) {
  const user = useSession()
  if (user === undefined) return <QueueBones />
  if (isStaff(user)) return <Queue search={search} />
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.queue}</h1>
      </div>
      <Forbidden text={t.staffOnly} />
    </>
  )
}

function Queue({ search }: { search: QueueSearch }) {
  useLive(queueTopics)
  const { type, page = 1 } = search
  const offset = offsetOf(page, QUEUE_PAGE)
  const queue = useQuery({ ...reviewQueries.queue({ type, offset, limit: QUEUE_PAGE }), refetchInterval: POLL_MS })
  const now = useNow()
  const data = queue.data
  const first = page === 1 ? data?.projects[0] : undefined
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.queue}</h1>
        <span className={pageHeadCss.sub}>{t.queueHint}</span>
        {first ? (
          <div className={pageHeadCss.end}>
            <PathLink className={buttonClass({ kind: 'primary', size: 'sm' })} {...reviewAddress(first)}>
              <Play className={ui.icon} aria-hidden />
              {t.start}
            </PathLink>
          </div>
        ) : null}
      </div>
      <NavTabs label={t.types} className={css.types}>
        {[undefined, ...contentTypes.map((one) => one.id)].map((one) => (
          <PathLink
            key={one ?? 'all'}
            keepScroll
            to="/moderation/review"
            search={{ type: one }}
            className={one === type ? tabsCss.on : undefined}
            aria-current={one === type ? 'page' : undefined}
          >
            {one ? typeLabel(one) : t.all}
            {one === type && data && !queue.isPlaceholderData ? <small>{formatExact(data.total)}</small> : null}
          </PathLink>
        ))}
      </NavTabs>
      {data ? (
        <section className={cn(ui.card, queueCss.root, queue.isPlaceholderData && ui.stale)} aria-label={t.queue}>
          {data.projects.length > 0 ? (
            <QueueTable entries={data.projects} offset={offset} now={now} />
          ) : (
            <Nothing search={search} total={data.total} />
          )}
          {data.projects.length > 0 ? (
            <footer className={queueCss.foot}>
              <span className={ui.tabular}>
                {t.range(formatExact(offset + 1), formatExact(offset + data.projects.length), formatExact(data.total))}
              </span>
              <Pagination
                page={page}
                count={pageCount(data.total, QUEUE_PAGE)}
                link={(number, inner, attributes) => (
                  <PathLink
                    key={`${number}-${attributes['aria-label'] ?? ''}`}
                    to="/moderation/review"
                    search={{ type, page: pageParam(number) }}
                    {...attributes}
                  >
                    {inner}
                  </PathLink>
                )}
              />
            </footer>
          ) : null}
        </section>
      ) : queue.isError ? (
        <ErrorCard error={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <QueueBones />
      )}
    </>
  )
}

function Nothing({ search, total }: { search: QueueSearch; total: number }) {
  const filtered = Boolean(search.type) || total > 0
  return (
    <Empty
      level={2}
      icon={Coffee}
      title={search.type ? t.emptyType(typeLabel(search.type)) : t.emptyTitle}
      hint={search.type ? t.emptyTypeHint : t.emptyHint}
    >
      {filtered ? (
        <PathLink className={buttonClass()} to="/moderation/review">
          {t.seeAll}
        </PathLink>
      ) : null}
    </Empty>
  )
}

function QueueBones() {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      {Array.from({ length: 6 }, (_, index) => (
        <div className={itemCss.root} key={index}>
          <Bone w={40} h={40} />
          <div className={ui.grow}>
            <Bone w="40%" h={16} />
            <Bone w="24%" h={12} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
