import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileClock, FileQuestion } from 'lucide-react'
import { useId } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { useNow, type Shown } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import { configQueries } from '../api'
import { momentOfField } from '../model/compared'
import { ConfigChange } from './config-change'
import { ConfigFiles } from './config-files'
import { ConfigRevisions } from './config-revisions'
import ui from '@/components/ui/ui.module.css'
import css from './config-history.module.css'

const MINUTE_MS = 60_000

/** What the page shows: a file, one of its revisions, and the moment of the list. */
export type ConfigPlace = { path?: string | undefined; entry?: number | undefined; at?: string | undefined }

type ConfigHistoryProps = { server: Server; shown: Shown; place: ConfigPlace; onPlace: (place: ConfigPlace) => void }

/** The configuration files of a server as of a moment, their revisions, and the way back to them. */
export function ConfigHistory({ server, shown, place, onPlace }: ConfigHistoryProps) {
  const id = server.server_id
  const field = useId()
  const at = momentOfField(place.at)
  const query = useQuery(configQueries.files(id, at))
  const files = query.data?.files ?? []
  const path = place.path ?? files.find(({ path }) => path === '/server.properties')?.path ?? files[0]?.path
  return (
    <div className={ui.stack}>
      <section className={cn(ui.card, ui.cut)} aria-labelledby={`${field}-title`}>
        <header className={cn(ui.cardHead, css.head)}>
          <h2 id={`${field}-title`}>{t.title}</h2>
          {query.data ? <small className={cn(ui.small, ui.tabular)}>{t.count(formatExact(files.length))}</small> : null}
          <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
          <span className={cn(ui.row, ui.push, css.asOf)}>
            <label htmlFor={field}>{t.at}</label>
            <DateInput
              id={field}
              type="datetime-local"
              title={t.atHint}
              value={place.at ?? ''}
              onChange={(event) => onPlace({ path: place.path, at: event.target.value || undefined })}
            />
            {place.at === undefined ? null : (
              <Button size="sm" onClick={() => onPlace({ path: place.path })}>
                {t.now}
              </Button>
            )}
            <PathLink
              className={buttonClass({ size: 'sm' })}
              to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
              params={{ sid: id, part: 'history' }}
            >
              {t.activity}
            </PathLink>
          </span>
        </header>
        {server.host?.connected === true ? null : <Note className={ui.around16}>{t.away}</Note>}
        {query.isError ? (
          <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Loading className={cn(ui.cardPad, ui.pile)}>
            <Bone w="40%" />
            <Bone w="50%" />
          </Loading>
        ) : files.length === 0 ? (
          <Empty
            icon={FileClock}
            title={place.at === undefined ? t.empty : t.emptyAt}
            hint={place.at === undefined ? t.emptyHint : t.emptyAtHint}
          />
        ) : (
          <div className={cn(query.isPlaceholderData && ui.stale)}>
            <ConfigFiles files={files} path={path} onPath={(next) => onPlace({ path: next, at: place.at })} />
          </div>
        )}
      </section>
      {path === undefined ? null : (
        <OneFile key={path} server={server} shown={shown} path={path} place={place} onPlace={onPlace} until={at} />
      )}
    </div>
  )
}

type OneFileProps = ConfigHistoryProps & { path: string; until: string | undefined }

/** The revisions of a file, and what the chosen one changed. */
function OneFile({ server, shown, path, place, onPlace, until }: OneFileProps) {
  const now = useNow(MINUTE_MS)
  const query = useInfiniteQuery(configQueries.revisions(server.server_id, path))
  const all = query.data?.pages.flatMap(({ revisions }) => revisions) ?? []
  const chosen = all.find(({ position }) => position === place.entry) ?? all.find(({ at }) => until === undefined || at <= until) ?? all[0]
  if (query.isPending)
    return (
      <Loading>
        <Bone h={240} />
      </Loading>
    )
  if (query.isError && all.length === 0) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!chosen)
    return (
      <section className={ui.card}>
        <Empty icon={FileQuestion} title={t.unknownFile} hint={t.unknownFileHint} />
      </section>
    )
  return (
    <div className={css.file}>
      <section className={cn(ui.card, ui.cut)} aria-label={t.revisions}>
        <header className={ui.cardHead}>
          <h3>{t.revisions}</h3>
        </header>
        <ConfigRevisions
          revisions={all}
          chosen={chosen}
          now={now}
          onChoose={(revision) => onPlace({ ...place, path, entry: revision.position })}
        />
        {query.hasNextPage ? (
          <div className={ui.cardFoot}>
            <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t.older}
            </Button>
          </div>
        ) : null}
      </section>
      <ConfigChange
        key={chosen.position}
        server={server}
        shown={shown}
        path={path}
        revisions={all}
        chosen={chosen}
        onRestored={() => onPlace({ path })}
      />
    </div>
  )
}
