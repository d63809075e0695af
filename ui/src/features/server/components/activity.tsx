import { useInfiniteQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Tag } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'
import { useSession } from '@/lib/session'
import { momentOf } from '@/lib/span'
import { serverQueries } from '../api'
import { useNow } from '../hooks'
import { tell, type Happening } from '../model/history'
import rail from '@/components/ui/rail.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './activity.module.css'

const t = serverText.activity
const MINUTE_MS = 60_000

/** What was decided about a server and what its node saw, the newest first. */
export function Activity({ id }: { id: string }) {
  const now = useNow(MINUTE_MS)
  const viewer = useSession()?.id
  const query = useInfiniteQuery(serverQueries.history(id))
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <section className={cn(ui.card, ui.above16)} aria-labelledby="server-activity">
      <div className={ui.cardHead}>
        <h2 id="server-activity">{t.title}</h2>
        <PathLink
          className={cn(ui.link, ui.text13, ui.push)}
          to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
          params={{ sid: id, part: 'history' }}
        >
          {serverHistoryText.whole}
        </PathLink>
      </div>
      {entries ? (
        entries.length === 0 ? (
          <Empty icon={HistoryIcon} title={t.empty} hint={t.emptyHint} />
        ) : (
          <ol className={rail.list} aria-label={t.title}>
            {entries.map((entry) => (
              <Entry key={entry.position} entry={entry} now={now} viewer={viewer} />
            ))}
          </ol>
        )
      ) : query.isError ? (
        <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="40%" />
        </Loading>
      )}
      {query.hasNextPage ? (
        <div className={ui.cardFoot}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Entry({ entry, now, viewer }: { entry: Happening; now: number; viewer: string | undefined }) {
  const { who, what, more, pin } = tell(entry, viewer)
  return (
    <li className={rail.entry}>
      <time dateTime={entry.at} title={formatDateTime(entry.at)}>
        {momentOf(entry.at, now)}
      </time>
      <span className={cn(rail.pin, pin !== 'plain' && rail[pin])} aria-hidden />
      <div>
        <div className={rail.what}>
          {entry.actor ? <Pic src={entry.actor.avatar_url} name={entry.actor.username} size={24} round /> : null}
          <span>{who}</span>
          <b>{what}</b>
          {more.length > 0 ? <span className={css.more}>{more.join('；')}</span> : null}
          {entry.token ? (
            <Tag line title={t.byToken}>
              {t.token}
            </Tag>
          ) : null}
        </div>
      </div>
    </li>
  )
}
