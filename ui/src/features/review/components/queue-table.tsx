import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { QueueEntry } from '../api'
import { reviewAddress } from '../model/queue'
import { Wait } from './wait'
import itemCss from '@/components/ui/item.module.css'
import queueCss from '@/components/ui/queue.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import queueScreenCss from './queue-screen.module.css'

type QueueTableProps = { entries: readonly QueueEntry[]; offset: number; now: number }

export function QueueTable({ entries, offset, now }: QueueTableProps) {
  return (
    <table className={tableCss.root}>
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
          <th scope="col" aria-sort="descending">
            {t.column.waiting}
          </th>
          <th scope="col">
            <span className={ui.visuallyHidden}>{t.column.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <Row key={entry.project.id} entry={entry} place={offset + index + 1} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, place, now }: { entry: QueueEntry; place: number; now: number }) {
  const { project } = entry
  const address = reviewAddress(entry)
  const loader = project.loaders[0]
  const requested = project.requested_status ?? 'approved'
  return (
    <tr>
      <td className={cn(tableCss.right, tableCss.mobileHidden, ui.subtle)}>{formatExact(place)}</td>
      <td className={cn(tableCss.mobileWide, queueCss.what)}>
        <div className={itemCss.root}>
          <Pic src={project.icon_url} name={project.slug} size={40} />
          <div>
            <b className={ui.clip}>
              <PathLink {...address}>{project.title}</PathLink>
            </b>
            <small className={ui.clip}>{project.description}</small>
          </div>
        </div>
      </td>
      <td>
        <span className={queueScreenCss.type}>
          {typeLabel(entry.url_type)}
          {loader ? <LoaderTag id={loader} /> : null}
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
      <td className={cn(tableCss.right, tableCss.mobileHidden)}>
        <PathLink className={buttonClass({ size: 'sm' })} {...address} aria-label={t.reviewOf(project.title)}>
          {t.review}
        </PathLink>
      </td>
    </tr>
  )
}

function Owner({ entry: { organization, owner } }: { entry: QueueEntry }) {
  if (organization) {
    return (
      <span className={queueCss.who}>
        <Pic src={organization.icon_url} name={organization.slug} size={24} />
        <span className={ui.clip}>{organization.name}</span>
      </span>
    )
  }
  if (!owner) return <span className={ui.subtle}>{t.nobody}</span>
  return (
    <span className={queueCss.who}>
      <Pic src={owner.avatar_url} name={owner.username} size={24} round />
      <span className={ui.clip}>{owner.username}</span>
    </span>
  )
}
