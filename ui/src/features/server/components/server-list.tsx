import { useQuery } from '@tanstack/react-query'
import { Search, ServerOff, Server as ServerIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { ItemBones } from '@/components/ui/item-bones'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { useLive } from '@/lib/live'
import { serverQueries } from '../api'
import { useNow } from '../hooks'
import { addressOf, stateOf } from '../model/state'
import { ServerFrame } from './server-frame'
import { ServerRow } from './server-row'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-list.module.css'

const topics = ['servers']

/** The viewer's servers; what waits for an answer stands above them. */
export function ServerList({ children }: { children?: ReactNode }) {
  useLive(topics)
  const now = useNow()
  const [text, setText] = useState('')
  const { data, error, isError, refetch } = useQuery(serverQueries.list())
  const found = data ? matching(data.servers, text, now) : []
  return (
    <ServerFrame>
      <div className={pageHeadCss.root}>
        <h1>{t.title}</h1>
        {data ? <span className={pageHeadCss.sub}>{t.count(formatExact(data.pagination.total_items))}</span> : null}
        {data && data.servers.length > 0 ? (
          <span className={pageHeadCss.end}>
            <SearchInput
              className={css.find}
              size="sm"
              label={t.find}
              placeholder={t.find}
              value={text}
              onValue={setText}
              icon={<Search className={ui.icon14} aria-hidden />}
            />
          </span>
        ) : null}
      </div>
      {children}
      {data ? (
        <>
          {isError ? (
            <Note tone="warn" className={ui.below16}>
              {t.notices.stale} {error.message}
            </Note>
          ) : null}
          <section className={cn(ui.card, ui.cut)} aria-label={t.title}>
            {data.servers.length === 0 ? (
              <Empty level={2} icon={ServerIcon} title={t.emptyTitle} hint={t.emptyHint} />
            ) : found.length === 0 ? (
              <Empty level={2} icon={ServerOff} title={t.noMatchTitle} hint={t.noMatchHint}>
                <Button onClick={() => setText('')}>{t.clearSearch}</Button>
              </Empty>
            ) : (
              <Table servers={found} now={now} />
            )}
          </section>
        </>
      ) : isError ? (
        <ErrorCard error={error} title={`${t.errorList} · ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <ItemBones count={3} />
      )}
    </ServerFrame>
  )
}

/** The servers of which a name, an address, a version or the state holds the text. */
function matching(servers: readonly Server[], text: string, now: number): Server[] {
  const wanted = text.trim().toLowerCase()
  return servers.filter((server) =>
    [server.name, addressOf(server), server.loader, server.mc_version, t.states[stateOf(server, now)]].some((one) =>
      one?.toLowerCase().includes(wanted),
    ),
  )
}

function Table({ servers, now }: { servers: readonly Server[]; now: number }) {
  return (
    <DataTable
      title={t.title}
      columns={[t.column.server, t.column.state, t.column.address, { right: t.column.players }, { right: t.column.crash }]}
    >
      {servers.map((server) => (
        <ServerRow key={server.server_id} server={server} shown={stateOf(server, now)} />
      ))}
    </DataTable>
  )
}
