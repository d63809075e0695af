import { Badge, type Tone } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { statusText as t } from '@/lib/i18n/zh-Hans/status'
import ui from '@/components/ui/ui.module.css'
import { lengthOf, percent } from '../words'
import type { Status } from './status-page'
import css from './status-page.module.css'

type Part = Status['parts'][number]

function dayTitle({ day, up, down }: Part['days'][number]): string {
  if (up === null) return t.dayUnknown(day)
  return down > 0 ? t.dayDown(day, percent(up), lengthOf(down)) : t.day(day, percent(up))
}

function dayTone(up: number | null): string | undefined {
  if (up === null) return css.unknown
  return up >= 0.9999 ? undefined : up >= 0.98 ? css.dented : css.broken
}

/** The share of the time that is recorded; a site that is younger than 90 days says how long that is. */
function upText({ up, days }: Part): string {
  const known = days.filter((day) => day.up !== null).length
  if (up === null || known === 0) return t.upUnknown
  return known < days.length ? t.upOf(known, percent(up)) : t.up(percent(up))
}

/** A part of the site: its state and a bar for each of the last 90 days. */
export function PartRow({ part, tone }: { part: Part; tone: Tone }) {
  const [name, about] = t.names[part.name]
  return (
    <li className={css.part}>
      <div className={css.head}>
        <b>{name}</b>
        <small className={cn(ui.small, ui.hideS)}>{about}</small>
        <span className={css.end}>
          <small className={ui.small}>{upText(part)}</small>
          <Badge tone={tone}>{t.states[part.state]}</Badge>
        </span>
      </div>
      <div className={css.days} role="img" aria-label={`${t.daysOf(name)}：${upText(part)}`}>
        {part.days.map((day) => (
          <span key={day.day} className={dayTone(day.up)} title={dayTitle(day)} />
        ))}
      </div>
      <div className={css.ends} aria-hidden>
        <small className={ui.subtle}>{t.oldest}</small>
        {part.days.some((day) => day.up === null) ? <small className={ui.subtle}>{t.unknownDays}</small> : null}
        <small className={ui.subtle}>{t.today}</small>
      </div>
    </li>
  )
}
