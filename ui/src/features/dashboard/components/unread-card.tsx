import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { badge, groupsOf, Line, notificationQueries, useRead, useReadAll } from '@/features/notification'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { notificationText } from '@/lib/i18n/zh-Hans/notification'
import inboxListCss from '@/components/ui/inbox-list.module.css'
import ui from '@/components/ui/ui.module.css'

/** The latest of what one has not read. */
export function UnreadCard() {
  const inbox = useQuery(notificationQueries.unread())
  const read = useRead()
  const readAll = useReadAll()
  const { data } = inbox
  const unread = data?.counts.unread ?? 0
  const shown = groupsOf(data?.notifications.filter((one) => !one.read) ?? [])
  if (inbox.isError && !data) return <ErrorCard error={inbox.error} onRetry={() => void inbox.refetch()} />
  return (
    <section className={ui.card} aria-labelledby="dash-unread">
      <div className={ui.cardHead}>
        <h2 id="dash-unread">{t.unreadTitle}</h2>
        {unread > 0 ? <small className={cn(ui.small, ui.tabular)}>{badge(unread)}</small> : null}
        <span className={ui.cardEnd}>
          <Button
            size="xs"
            kind="quiet"
            disabled={unread === 0}
            loading={readAll.isPending}
            onClick={() => data && readAll.mutate(data.position)}
          >
            {notificationText.markAll}
          </Button>
        </span>
      </div>
      {data ? null : (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="80%" h={16} />
          <Bone w="60%" h={16} />
        </Loading>
      )}
      {data && shown.length === 0 ? <Empty icon={BellOff} title={t.unreadNone} /> : null}
      {shown.length > 0 ? (
        <ul className={inboxListCss.root}>
          {shown.map((group) => (
            <Line key={group.key} group={group} onOpen={(ids) => read.mutate(ids)} />
          ))}
        </ul>
      ) : null}
      <div className={ui.cardFoot}>
        <PathLink className={ui.link} to="/dashboard/notifications">
          {notificationText.all}
        </PathLink>
      </div>
    </section>
  )
}
