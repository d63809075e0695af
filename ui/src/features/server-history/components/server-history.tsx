import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { useNow } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverHistoryText as t } from '@/lib/i18n/zh-Hans/server-history'
import { exportAddress, historyQueries, historyQuery } from '../api'
import { doersOf, isFiltered, type Filter } from '../model/filter'
import { outcomesOf } from '../model/outcome'
import { FilterBar } from './filter-bar'
import { Timeline } from './timeline'
import ui from '@/components/ui/ui.module.css'
import css from './server-history.module.css'

const MINUTE_MS = 60_000

type ServerHistoryProps = { server: Server; filter: Filter; onFilter: (filter: Filter) => void }

/** The history of a server: every decision and every report, with who, by which means, and what came of it. */
export function ServerHistory({ server, filter, onFilter }: ServerHistoryProps) {
  const now = useNow(MINUTE_MS)
  const id = server.server_id
  const query = useInfiniteQuery(historyQuery(id, filter))
  const { data: members } = useQuery(historyQueries.members(id))
  const pages = query.data?.pages
  const listed = pages?.flatMap((page) => page.entries) ?? []
  const doers = doersOf(members?.map(({ user }) => user) ?? [], listed)
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby="server-history">
      <header className={ui.cardHead}>
        <h2 id="server-history">{serverText.activity.title}</h2>
        {pages ? <small className={cn(ui.small, ui.tabular)}>{t.count(formatExact(listed.length))}</small> : null}
        <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
        <span className={cn(ui.row, ui.push)}>
          <PathLink
            className={buttonClass({ size: 'sm' })}
            to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
            params={{ sid: id, part: 'history', sub: 'config' }}
          >
            {t.config}
          </PathLink>
          {(['csv', 'jsonl'] as const).map((format) => (
            <a key={format} className={buttonClass({ size: 'sm' })} href={exportAddress(id, filter, format, now)} download>
              {t.exportAs[format]}
            </a>
          ))}
        </span>
      </header>
      <FilterBar filter={filter} doers={doers} onFilter={onFilter} />
      {filter.entry === undefined ? null : (
        <Note
          className={css.from}
          actions={
            <Button size="sm" onClick={() => onFilter({ ...filter, entry: undefined })}>
              {t.latest}
            </Button>
          }
        >
          {t.from(String(filter.entry))}
        </Note>
      )}
      {listed.length > 0 ? (
        <div className={cn(query.isPlaceholderData && ui.stale)}>
          <Timeline
            id={id}
            entries={listed}
            outcomes={outcomesOf(listed)}
            now={now}
            marked={filter.entry}
            filter={filter}
            onFilter={onFilter}
          />
        </div>
      ) : query.isError ? null : !pages || query.isPlaceholderData ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="40%" />
          <Bone w="55%" />
        </Loading>
      ) : isFiltered(filter) ? (
        <Empty icon={HistoryIcon} title={t.nothingTitle} hint={t.nothingHint}>
          <Button onClick={() => onFilter({ entry: filter.entry })}>{t.filter.clear}</Button>
        </Empty>
      ) : (
        <Empty icon={HistoryIcon} title={serverText.activity.empty} hint={serverText.activity.emptyHint} />
      )}
      {query.isError ? <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.hasNextPage && !query.isError ? (
        <div className={cn(ui.cardFoot, css.foot)}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
