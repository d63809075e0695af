import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import '@/styles/notification.css'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorCard, Loading, Bone } from '@/components/ui/feedback'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { useLive } from '@/lib/live'
import { inboxTopic } from '@/lib/live/topics'
import { notificationQueries, useRead, useReadAll } from '../api'
import { badge, groupsOf } from '../model/groups'
import { Line } from './line'

const topics = [inboxTopic]

/** The bell of the header: how much is unread, and the latest of it. */
export default function Bell() {
  useLive(topics)
  const inbox = useQuery(notificationQueries.latest())
  const [open, setOpen] = useState(false)
  const unread = inbox.data?.counts.unread ?? 0
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={buttonClass({ kind: 'quiet', size: 'sm' }, 'btn-icon bell')} aria-label={t.bell(unread)} title={t.title}>
        <BellIcon className="i" aria-hidden />
        {unread > 0 ? <b className="num" aria-hidden>{badge(unread)}</b> : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="pop bell-pop" align="end" sideOffset={6} collisionPadding={8} aria-label={t.title}>
          <Latest onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Latest({ onLeave }: { onLeave: () => void }) {
  const inbox = useQuery(notificationQueries.latest())
  const read = useRead()
  const readAll = useReadAll()
  const { data } = inbox
  return (
    <>
      <div className="card-head">
        <h2>{t.title}</h2>
        {data && data.counts.unread > 0 ? <small>{badge(data.counts.unread)}</small> : null}
        <span className="end">
          <Button size="xs" kind="quiet" disabled={!data || data.counts.unread === 0} loading={readAll.isPending} onClick={() => data && readAll.mutate(data.position)}>
            {t.markAll}
          </Button>
        </span>
      </div>
      {inbox.isError && !data ? <ErrorCard error={inbox.error} onRetry={() => void inbox.refetch()} /> : null}
      {inbox.isPending ? (
        <Loading className="card-pad pile">
          <Bone w="80%" h={16} />
          <Bone w="60%" h={16} />
        </Loading>
      ) : null}
      {data?.notifications.length === 0 ? <p className="bell-none">{t.emptyPopover}</p> : null}
      {data && data.notifications.length > 0 ? (
        <ul className="nt" tabIndex={-1}>
          {groupsOf(data.notifications).map((group) => (
            <Line
              key={group.key}
              group={group}
              onOpen={(ids) => {
                read.mutate(ids)
                onLeave()
              }}
            />
          ))}
        </ul>
      ) : null}
      <div className="card-foot">
        <PathLink className="link" href="/dashboard/notifications" onClick={onLeave}>
          {t.all}
        </PathLink>
      </div>
    </>
  )
}
