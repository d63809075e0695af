import { Table2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { channelOrder } from '@/components/ui/releases'
import type { Places } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { timelineText as t } from '@/lib/i18n/zh-Hans/timeline'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { blocksOf, timelineOf, type Month } from '../model/timeline'
import ui from '@/components/ui/ui.module.css'
import css from './release-timeline.module.css'

const monthName = ({ year, month }: Month) => t.month(String(year), String(month))

/** 正式版 2 个、测试版 1 个 */
const said = ({ counts }: Month) =>
  channelOrder
    .filter((channel) => counts[channel] > 0)
    .map((channel) => t.some(versionText.channels[channel], formatExact(counts[channel])))
    .join('、')

/** What a project released month by month, a block for a version; the same as a table for who cannot see it. */
export function ReleaseTimeline({ releases }: { releases: Places['releases'] }) {
  const line = timelineOf(releases)
  const first = line?.months[0]
  const last = line?.months.at(-1)
  if (!line || !first || !last) return null
  const released = line.months.filter(({ newest }) => newest !== undefined)
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="timeline-title">
      <header className={css.head}>
        <h3 id="timeline-title">{t.title}</h3>
        <span className={ui.small}>{line.unit === 1 ? t.each : t.eachOf(formatExact(line.unit))}</span>
        <span className={css.keys} aria-hidden>
          {line.channels.map((channel) => (
            <span key={channel}>
              <i className={css[channel]} />
              {versionText.channels[channel]}
            </span>
          ))}
        </span>
      </header>
      <div
        role="img"
        aria-label={t.label(monthName(first), monthName(last), formatExact(line.total))}
        className={css.months}
        style={{ '--highest': line.highest } as CSSProperties}
      >
        {line.months.map((month) => (
          <div
            key={monthName(month)}
            className={cn(css.month, month.month % 3 === 1 && css.quarter)}
            title={month.newest === undefined ? t.nothing(monthName(month)) : t.about(monthName(month), said(month), month.newest)}
          >
            <div className={css.blocks}>
              {blocksOf(month, line.unit).map((channel, index) => (
                <i key={index} className={css[channel]} />
              ))}
            </div>
            <span className={css.label}>{month.month === 1 ? month.year : t.short(String(month.month))}</span>
          </div>
        ))}
      </div>
      <details className={css.twin}>
        <summary>
          <Table2 className={ui.icon14} aria-hidden />
          {t.asTable}
        </summary>
        <table>
          <caption className={ui.visuallyHidden}>{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.columns.month}</th>
              {line.channels.map((channel) => (
                <th key={channel} scope="col">
                  {versionText.channels[channel]}
                </th>
              ))}
              <th scope="col">{t.columns.newest}</th>
            </tr>
          </thead>
          <tbody>
            {released.toReversed().map((month) => (
              <tr key={monthName(month)}>
                <th scope="row">{monthName(month)}</th>
                {line.channels.map((channel) => (
                  <td key={channel}>{formatExact(month.counts[channel])}</td>
                ))}
                <td>{month.newest}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
