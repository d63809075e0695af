import { useInfiniteQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { useNow } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'
import { historyQuery } from '../api'
import { doersOf, filtered, isFiltered, mayGoOn, type Filter } from '../model/filter'
import { outcomesOf } from '../model/outcome'
import { FilterBar } from './filter-bar'
import { Timeline } from './timeline'
import ui from '@/components/ui/ui.module.css'
import css from './server-history.module.css'

const MINUTE_MS = 60_000
/** So many entries that fit are looked for at once, in at most so many pages. */
const WANTED = 20
const MOST_PAGES = 10

type ServerHistoryProps = { server: Server; filter: Filter; onFilter: (filter: Filter) => void }

/** The history of a server: every decision and every report, with who, by which means, and what came of it. */
export function ServerHistory({ server, filter, onFilter }: ServerHistoryProps) {
  const now = useNow(MINUTE_MS)
  const query = useInfiniteQuery(historyQuery(server.server_id, filter.entry))
  /** How often somebody asked to look further back. */
  const [asked, setAsked] = useState(1)
  const pages = query.data?.pages
  const all = pages?.flatMap((page) => page.entries) ?? []
  const listed = filtered(all, filter, now)
  const goesOn = query.hasNextPage && mayGoOn(all, filter, now)
  const { isFetching, fetchNextPage } = query
  const looks = goesOn && listed.length < WANTED * asked && (pages?.length ?? 0) < MOST_PAGES * asked
  useEffect(() => {
    if (looks && !isFetching && !query.isError) void fetchNextPage()
  }, [looks, isFetching, fetchNextPage, query.isError])
  const change = (next: Filter) => {
    setAsked(1)
    onFilter(next)
  }
  const further = () => {
    setAsked(asked + 1)
    void fetchNextPage()
  }
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby="server-history">
      <header className={ui.cardHead}>
        <h2 id="server-history">{serverText.activity.title}</h2>
        {pages ? <small className={cn(ui.small, ui.tabular)}>{t.count(formatExact(listed.length))}</small> : null}
        <small className={cn(ui.small, ui.hideS, ui.push)}>{t.lead}</small>
      </header>
      <FilterBar filter={filter} doers={doersOf(all)} onFilter={change} />
      {filter.entry === undefined ? null : (
        <Note
          className={css.from}
          actions={
            <Button size="sm" onClick={() => change({ ...filter, entry: undefined })}>
              {t.latest}
            </Button>
          }
        >
          {t.from(String(filter.entry))}
        </Note>
      )}
      {listed.length > 0 ? (
        <Timeline id={server.server_id} entries={listed} outcomes={outcomesOf(all)} now={now} marked={filter.entry} />
      ) : query.isError ? null : looks || !pages ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="40%" />
          <Bone w="55%" />
        </Loading>
      ) : isFiltered(filter) ? (
        <Empty icon={HistoryIcon} title={t.nothingTitle} hint={t.nothingHint}>
          <Button onClick={() => change({ entry: filter.entry })}>{t.filter.clear}</Button>
        </Empty>
      ) : (
        <Empty icon={HistoryIcon} title={serverText.activity.empty} hint={serverText.activity.emptyHint} />
      )}
      {query.isError ? <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {goesOn && !query.isError ? (
        <div className={cn(ui.cardFoot, css.foot)}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={further}>
            {listed.length === 0 ? t.moreUnfound : t.more}
          </Button>
          {isFiltered(filter) ? <span className={ui.small}>{t.searched(formatExact(all.length))}</span> : null}
        </div>
      ) : null}
    </section>
  )
}
