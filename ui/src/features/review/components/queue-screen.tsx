import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Coffee, Play } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard, Forbidden } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { PageHead } from '@/components/ui/page-head'
import { Pagination } from '@/components/ui/pagination'
import { NavTabs } from '@/components/ui/tabs-nav'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { contentTypes, typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { reviewQueueText } from '@/lib/i18n/zh-Hans/review-queue'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { UrlType } from '@/lib/api/types'
import { useLive } from '@/lib/live'
import { queueTopic, threadsTopic } from '@/lib/live/topics'
import { offsetOf, pageCount, pageParam } from '@/lib/pages'
import { isStaff, useSession } from '@/lib/session'
import { POLL_MS, reviewQueries, type QueuePage } from '../api'
import { useNow } from '../hooks'
import { useStartKey } from '../use-start-key'
import { isFree, reviewAddress } from '../model/queue'
import { askedOf, filtersOf, parseQueueSearch, QUEUE_PAGE, type QueueSearch } from '../model/queue-search'
import { QueueFilters } from './queue-filters'
import { QueueTable } from './queue-table'
import { UndoList } from './undo-list'
import pageHeadCss from '@/components/ui/page-head.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './queue-screen.module.css'

const queueTopics = [queueTopic, threadsTopic]
/** The run is part of the state of the address, which browsers bound. */
const MOST_IN_RUN = 500

/** The projects that wait for a decision, the longest waiting first. */
export function QueueScreen({ search }: { search: QueueSearch }) {
  const user = useSession()
  if (user === undefined) return <ItemBones count={6} />
  if (isStaff(user)) return <Queue search={parseQueueSearch(search)} />
  return (
    <>
      <PageHead title={t.queue} />
      <Forbidden text={t.staffOnly} />
    </>
  )
}

function Queue({ search }: { search: QueueSearch }) {
  useLive(queueTopics)
  const filters = { ...search, page: undefined }
  const { type, page = 1 } = search
  const offset = offsetOf(page, QUEUE_PAGE)
  const queue = useQuery({ ...reviewQueries.queue(askedOf(search)), refetchInterval: POLL_MS })
  const now = useNow()
  const data = queue.data
  const [first, ...others] = data?.projects.filter(isFree) ?? []
  const router = useRouter()
  const client = useQueryClient()
  // A run goes through what the filters list now, in this order, whatever is submitted meanwhile. Where the list of all
  // pages cannot be read, it goes through this page.
  const start = async () => {
    if (!first) return
    const rest = await client
      .fetchQuery(reviewQueries.free(filtersOf(search)))
      .then(({ ids }) => ids.slice(ids.indexOf(first.id) + 1, ids.indexOf(first.id) + 1 + MOST_IN_RUN))
      .catch(() => others.map((entry) => entry.id))
    void router.navigate({ ...reviewAddress(first), state: { showChecklist: true, projects: rest } })
  }
  useStartKey(() => void start())
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.queue}</h1>
        <span className={pageHeadCss.sub}>{t.queueHint}</span>
        {first ? (
          <div className={pageHeadCss.end}>
            <Button kind="primary" size="sm" aria-keyshortcuts="S" onClick={() => void start()}>
              <Play className={ui.icon} aria-hidden />
              {reviewQueueText.start(formatExact(first.place))}
            </Button>
          </div>
        ) : null}
      </div>
      <NavTabs label={t.types} className={css.types}>
        {[undefined, ...contentTypes.map((one) => one.id)].map((one) => (
          <PathLink
            key={one ?? 'all'}
            keepScroll
            to="/moderation/review"
            search={{ ...filters, type: one }}
            className={one === type ? tabsCss.on : undefined}
            aria-current={one === type ? 'page' : undefined}
          >
            {one ? typeLabel(one) : t.all}
            {data ? <small>{formatExact(countOf(data, one))}</small> : null}
          </PathLink>
        ))}
      </NavTabs>
      <UndoList />
      <QueueFilters search={search} late={data?.late} handed={data?.handed ?? 0} replied={data?.replied ?? 0} />
      {data ? (
        <section className={cn(ui.card, queueCss.root, queue.isPlaceholderData && ui.stale)} aria-label={t.queue}>
          {data.projects.length > 0 ? (
            <QueueTable entries={data.projects} newest={search.sort === 'newest'} now={now} />
          ) : (
            <Nothing search={search} elsewhere={countOf(data, undefined) > 0} />
          )}
          {data.projects.length > 0 ? (
            <footer className={queueCss.foot}>
              <span className={ui.tabular}>
                {t.range(formatExact(offset + 1), formatExact(offset + data.projects.length), formatExact(data.total))}
              </span>
              <Pagination
                page={page}
                count={pageCount(data.total, QUEUE_PAGE)}
                href={(number) => hrefOf({ to: '/moderation/review', search: { ...filters, page: pageParam(number) } })}
              />
            </footer>
          ) : null}
        </section>
      ) : queue.isError ? (
        <ErrorCard error={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <ItemBones count={6} />
      )}
    </>
  )
}

const countOf = (data: QueuePage, type: UrlType | undefined) =>
  type ? (data.counts[type] ?? 0) : Object.values(data.counts).reduce((sum, count) => sum + count, 0)

/** Elsewhere is true if projects of other types match. */
function Nothing({ search: { type, ...search }, elsewhere }: { search: QueueSearch; elsewhere: boolean }) {
  const narrowed = Boolean(search.q ?? search.round ?? search.waiting ?? search.handed ?? search.replied)
  const title = narrowed ? reviewQueueText.emptyFiltered : type ? t.emptyType(typeLabel(type)) : t.emptyTitle
  return (
    <Empty
      level={2}
      icon={Coffee}
      title={title}
      hint={
        narrowed ? (elsewhere ? reviewQueueText.emptyElsewhere : reviewQueueText.emptyFilteredHint) : type ? t.emptyTypeHint : t.emptyHint
      }
    >
      {narrowed || type ? (
        <PathLink className={buttonClass()} to="/moderation/review">
          {narrowed ? reviewQueueText.clearFilters : t.seeAll}
        </PathLink>
      ) : null}
    </Empty>
  )
}
