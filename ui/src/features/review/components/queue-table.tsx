import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { reviewLockText as lockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewQueueText } from '@/lib/i18n/zh-Hans/review-queue'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { loaderName } from '@/lib/loaders'
import type { QueueEntry } from '../api'
import { reviewAddress } from '../model/queue'
import { Wait } from './wait'
import itemCss from '@/components/ui/item.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import queueScreenCss from './queue-screen.module.css'

const TakeOverDialog = lazy(() => import('./take-over-dialog'))

type QueueTableProps = { entries: readonly QueueEntry[]; newest: boolean; now: number }

export function QueueTable({ entries, newest, now }: QueueTableProps) {
  return (
    <table className={cn(tableCss.root, queueScreenCss.root)}>
      <caption className={ui.visuallyHidden}>{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={tableCss.right}>
            {t.column.place}
          </th>
          <th scope="col">{t.column.project}</th>
          <th scope="col">{t.column.type}</th>
          <th scope="col">{t.column.owner}</th>
          <th scope="col">{t.column.round}</th>
          <th scope="col">{t.column.requested}</th>
          <th scope="col" aria-sort={newest ? 'ascending' : 'descending'}>
            {t.column.waiting}
          </th>
          <th scope="col">{lockText.column}</th>
          <th scope="col">
            <span className={ui.visuallyHidden}>{t.column.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, now }: { entry: QueueEntry; now: number }) {
  const address = reviewAddress(entry)
  const loader = entry.loaders[0]
  const requested = entry.requested_status ?? 'approved'
  return (
    <tr className={ui.result}>
      <td className={cn(tableCss.right, tableCss.mobileHidden, ui.subtle)}>{formatExact(entry.place)}</td>
      <td className={cn(tableCss.mobileWide, queueCss.what)}>
        <div className={itemCss.root}>
          <Pic src={entry.icon_url} project={entry.id} name={entry.name} size={40} />
          <div>
            <b className={ui.clip}>
              <PathLink className={ui.resultLink} {...address} data-row-link>
                {entry.name}
              </PathLink>
            </b>
            <small className={ui.clip}>{entry.summary}</small>
          </div>
        </div>
      </td>
      <td>
        <span className={queueScreenCss.type}>
          {typeLabel(entry.url_type)}
          {loader && loaderName(loader) !== typeLabel(entry.url_type) ? <LoaderTag id={loader} /> : null}
        </span>
      </td>
      <td>
        <Owner entry={entry} />
      </td>
      <td className={entry.round > 1 ? queueScreenCss.again : ui.muted}>{entry.round > 1 ? t.round(entry.round) : t.first}</td>
      <td className={tableCss.mobileHidden}>
        {requested === 'approved' ? <span className={ui.muted}>{t.requests[requested]}</span> : <b>{t.requests[requested] ?? requested}</b>}
      </td>
      <td className={tableCss.mobileEnd}>
        <Wait since={entry.queued} now={now} bar />
      </td>
      <td>
        <Who entry={entry} />
      </td>
      <td className={cn(tableCss.right, tableCss.mobileHidden)}>
        {entry.lock && !entry.lock.own && !entry.own ? (
          <TakeOver entry={entry} lock={entry.lock} />
        ) : (
          <PathLink className={buttonClass({ size: 'sm' })} {...address} aria-label={t.reviewOf(entry.name)}>
            {t.review}
          </PathLink>
        )}
      </td>
    </tr>
  )
}

/** Who works on the project or looks at it, to whom it was handed, and whether its author has written. */
function Who({ entry: { own, lock, looking, handed, unread } }: { entry: QueueEntry }) {
  const names = looking.map((one) => one.username).join('、')
  return (
    <span className={queueScreenCss.looking}>
      {own ? <span className={ui.subtle}>{reviewQueueText.own}</span> : null}
      {unread > 0 ? <Badge tone="info">{reviewQueueText.unread(formatExact(unread))}</Badge> : null}
      {handed?.own ? (
        <b title={handed.note}>{lockText.handedToYou}</b>
      ) : handed ? (
        <span className={ui.subtle}>{lockText.handedTo(handed.to?.username ?? lockText.somebody)}</span>
      ) : null}
      {lock ? (
        <span className={lock.own ? undefined : ui.warn}>{lock.own ? lockText.mine : lockText.working(lock.by.username)}</span>
      ) : null}
      {names ? <span className={ui.subtle}>{lockText.looking(names)}</span> : null}
    </span>
  )
}

/** Asks, then takes the review over and opens it, or opens it without. */
function TakeOver({ entry, lock }: { entry: QueueEntry; lock: NonNullable<QueueEntry['lock']> }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" aria-label={lockText.takeOverOf(entry.name)} onClick={() => setAsking(true)}>
        {lockText.takeOver}
      </Button>
      {asking ? (
        <Suspense>
          <TakeOverDialog entry={entry} lock={lock} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Owner({ entry: { ownership } }: { entry: QueueEntry }) {
  if (!ownership) return <span className={ui.subtle}>{t.nobody}</span>
  const team = ownership.kind === 'organization'
  return (
    <span className={queueCss.who}>
      <Pic src={ownership.icon_url} name={ownership.name} size={24} {...(team ? { id: ownership.id } : { round: true })} />
      <span className={ui.clip}>{ownership.name}</span>
    </span>
  )
}
