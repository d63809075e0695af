import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell, BellOff, Check, CheckCheck, History, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { NavTabs } from '@/components/ui/tabs-nav'
import { cn } from '@/lib/cn'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { useLive } from '@/lib/live'
import { inboxTopic } from '@/lib/live/topics'
import { toast } from '@/stores/toasts'
import { filters, notificationQueries, useRead, useReadAll, useRemove, type Filter, type Notification } from '../api'
import { badge, groupsOf, unreadOf, type Group } from '../model/groups'
import { Line } from './line'
import inboxListCss from '@/components/ui/inbox-list.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './inbox-screen.module.css'

const topics = [inboxTopic]
const newestFirst = ({ items: [a] }: Group, { items: [b] }: Group) => b.created.localeCompare(a.created) || b.position - a.position
const placeOf = (history: boolean) => (history ? '/dashboard/notifications/history' : '/dashboard/notifications')

/** Unread or read notifications. */
export function InboxScreen({ history = false, filter }: { history?: boolean; filter: Filter }) {
  useLive(topics)
  const list = useInfiniteQuery(notificationQueries.list(!history, filter))
  const readAll = useReadAll()
  const newest = list.data?.pages[0]
  const unread = newest?.counts.unread ?? 0
  const markAll = () => {
    if (newest)
      void readAll.mutateAsync(newest.position).then(
        () => toast(t.markedAll),
        () => undefined,
      )
  }
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{history ? t.historyTitle : t.title}</h1>
        <span className={pageHeadCss.sub} aria-live="polite">
          {newest ? (unread > 0 ? t.unread(unread) : t.noneUnread) : null}
        </span>
        <div className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm', kind: 'outline' })} to={placeOf(!history)}>
            {history ? <Bell className={ui.icon} aria-hidden /> : <History className={ui.icon} aria-hidden />}
            {history ? t.backToUnread : t.history}
          </PathLink>
          <Button size="sm" disabled={unread === 0} loading={readAll.isPending} onClick={markAll}>
            <CheckCheck className={ui.icon} aria-hidden />
            {t.markAll}
          </Button>
        </div>
      </div>
      <NavTabs label={t.filter} className={css.types}>
        {filters.map((one) => {
          const count = history ? 0 : unreadOf(newest?.counts, one)
          return (
            <PathLink
              key={one}
              keepScroll
              to={placeOf(history)}
              search={one === 'all' ? {} : { type: one }}
              className={one === filter ? tabsCss.on : undefined}
              aria-current={one === filter ? 'page' : undefined}
            >
              {t.types[one]}
              {count > 0 ? <small>{badge(count)}</small> : null}
            </PathLink>
          )
        })}
      </NavTabs>
      {list.isError && !list.data ? <ErrorCard error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <ItemBones count={4} pic={16} lines={['52%', '18%']} /> : null}
      {list.data ? (
        <section className={ui.card} aria-label={history ? t.historyTitle : t.title}>
          <Lines
            key={`${history} ${filter}`}
            list={list.data.pages.flatMap((page) => page.notifications)}
            history={history}
            filter={filter}
          />
          {list.hasNextPage ? (
            <div className={cn(ui.cardFoot, inboxListCss.more)}>
              <Button size="sm" kind="quiet" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t.more}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
    </>
  )
}

function Lines({ list, history, filter }: { list: readonly Notification[]; history: boolean; filter: Filter }) {
  const read = useRead()
  const remove = useRemove()
  // Removed lines keep their place until the page is left, so that removal can be undone.
  const [removed, setRemoved] = useState<readonly Group[]>([])
  const gone = new Set(removed.flatMap((group) => group.items.map((one) => one.id)))
  const groups = [...groupsOf(list.filter((one) => !gone.has(one.id))), ...removed].sort(newestFirst)
  const ids = (group: Group) => group.items.map((one) => one.id)
  const putAway = (group: Group) => {
    setRemoved([...removed, group])
    remove.mutate({ ids: ids(group) })
  }
  const bringBack = (group: Group) =>
    void remove.mutateAsync({ ids: ids(group), back: true }).then(
      () => setRemoved((all) => all.filter((one) => one !== group)),
      () => undefined,
    )
  if (groups.length === 0) {
    const [title, hint] = history
      ? [t.emptyHistoryTitle, t.emptyHistoryHint]
      : filter === 'all'
        ? [t.emptyTitle, t.emptyHint]
        : [t.emptyFilterTitle, t.emptyFilterHint]
    return (
      <Empty icon={BellOff} level={2} title={title} hint={hint}>
        {history ? null : (
          <PathLink className={buttonClass({ size: 'sm' })} to={placeOf(true)}>
            {t.history}
          </PathLink>
        )}
      </Empty>
    )
  }
  return (
    <ul className={cn(inboxListCss.root, inboxListCss.wide)}>
      {groups.map((group) =>
        removed.includes(group) ? (
          <li key={group.key} className={inboxListCss.gone}>
            <X className={ui.icon} aria-hidden />
            <div>{t.removed}</div>
            <div className={inboxListCss.end}>
              <Button size="xs" kind="outline" onClick={() => bringBack(group)}>
                <Undo2 className={ui.icon14} aria-hidden />
                {t.undo}
              </Button>
            </div>
          </li>
        ) : (
          <Line
            key={group.key}
            group={group}
            onOpen={(unread) => read.mutate(unread)}
            actions={
              <>
                {group.items[0].read ? null : (
                  <IconButton label={t.markRead} kind="quiet" size="sm" onClick={() => read.mutate(ids(group))}>
                    <Check className={ui.icon} aria-hidden />
                  </IconButton>
                )}
                <IconButton label={t.remove} kind="quiet" size="sm" onClick={() => putAway(group)}>
                  <X className={ui.icon} aria-hidden />
                </IconButton>
              </>
            }
          />
        ),
      )}
    </ul>
  )
}
