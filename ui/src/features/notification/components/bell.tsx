import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorCard, Loading, Bone } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { useLive } from '@/lib/live'
import { inboxTopic } from '@/lib/live/topics'
import { notificationQueries, useRead, useReadAll } from '../api'
import { badge, groupsOf } from '../model/groups'
import { Line } from './line'
import buttonCss from '@/components/ui/button.module.css'
import inboxListCss from '@/components/ui/inbox-list.module.css'
import popoverCss from '@/components/ui/popover.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './bell.module.css'

const topics = [inboxTopic]

/** The bell of the header: the count of unread notifications, and the latest ones. */
export default function Bell() {
  useLive(topics)
  const inbox = useQuery(notificationQueries.latest())
  const [open, setOpen] = useState(false)
  const unread = inbox.data?.counts.unread ?? 0
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={buttonClass({ kind: 'quiet', size: 'sm' }, buttonCss.icon, css.root)}
        aria-label={t.bell(unread)}
        title={t.title}
      >
        <BellIcon className={ui.icon} aria-hidden />
        {unread > 0 ? (
          <b className={ui.tabular} aria-hidden>
            {badge(unread)}
          </b>
        ) : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={cn(popoverCss.root, css.list)} align="end" sideOffset={6} collisionPadding={8} aria-label={t.title}>
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
      <div className={ui.cardHead}>
        <h2>{t.title}</h2>
        {data && data.counts.unread > 0 ? <small>{badge(data.counts.unread)}</small> : null}
        <span className={ui.cardEnd}>
          <Button
            size="xs"
            kind="quiet"
            disabled={!data || data.counts.unread === 0}
            loading={readAll.isPending}
            onClick={() => data && readAll.mutate(data.position)}
          >
            {t.markAll}
          </Button>
        </span>
      </div>
      {inbox.isError && !data ? <ErrorCard error={inbox.error} onRetry={() => void inbox.refetch()} /> : null}
      {inbox.isPending ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="80%" h={16} />
          <Bone w="60%" h={16} />
        </Loading>
      ) : null}
      {data?.notifications.length === 0 ? <p className={css.none}>{t.emptyPopover}</p> : null}
      {data && data.notifications.length > 0 ? (
        <ul className={inboxListCss.root} tabIndex={-1}>
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
      <div className={ui.cardFoot}>
        <PathLink className={ui.link} to="/dashboard/notifications" onClick={onLeave}>
          {t.all}
        </PathLink>
      </div>
    </>
  )
}
