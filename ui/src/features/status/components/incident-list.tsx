import { Badge } from '@/components/ui/badge'
import { formatDateTime } from '@/lib/format'
import { statusText as t } from '@/lib/i18n/zh-Hans/status'
import ui from '@/components/ui/ui.module.css'
import { lengthOf, secondsBetween } from '../words'
import type { Status } from './status-page'
import css from './status-page.module.css'

const names: Record<string, readonly [string, string] | undefined> = t.names

/** The last times in which a part did not work. */
export function IncidentList({ incidents, now }: { incidents: Status['incidents']; now: string }) {
  return (
    <ol className={css.list}>
      {incidents.map(({ part, began, ended }) => (
        <li key={`${part} ${began}`} className={css.incident}>
          <b>{names[part]?.[0] ?? part}</b>
          <time dateTime={began} className={ui.muted}>
            {t.since(formatDateTime(began))}
          </time>
          <span className={css.end}>
            <small className={ui.small}>{t.lasted(lengthOf(secondsBetween(began, ended ?? now)))}</small>
            {ended ? null : <Badge tone="bad">{t.ongoing}</Badge>}
          </span>
        </li>
      ))}
    </ol>
  )
}
