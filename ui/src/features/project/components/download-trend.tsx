import { Delta } from '@/components/ui/block-spark'
import { ReleaseKey } from '@/components/ui/release-mark'
import { channelsOf, releaseName, SHAPE, shapes, type Release } from '@/components/ui/releases'
import { heightsOf } from '@/components/ui/spark'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { sparkText as t } from '@/lib/i18n/zh-Hans/spark'
import { timelineText } from '@/lib/i18n/zh-Hans/timeline'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './download-trend.module.css'

/** The downloads of a day, and the versions that were released on it. */
export type TrendDay = { day: string; downloads: number; releases: readonly Release[] }

const WIDTH = 7
const STEP = 8
const HEIGHT = 40
const PINS_AT = HEIGHT + 4
const WEEK = 7

/** 正式版 2 个、测试版 1 个 */
const saidOf = (releases: readonly Release[]) =>
  channelsOf(releases)
    .map((channel) =>
      timelineText.some(versionText.channels[channel], formatExact(releases.filter((one) => one.channel === channel).length)),
    )
    .join('、')

/** Daily downloads with a pin for each day with a release. Nothing is shown without days to compare. */
export function DownloadTrend({ days }: { days: readonly TrendDay[] | undefined }) {
  if (!days || days.length < 2) return null
  const counts = days.map(({ downloads }) => downloads)
  const sum = (part: readonly number[]) => part.reduce((all, count) => all + count, 0)
  const releases = days.flatMap((one) => one.releases)
  const channels = channelsOf(releases)
  const label = t.trendLabel(formatExact(days.length), formatExact(sum(counts)), formatExact(releases.length))
  return (
    <section className={cn(sideCss.section, css.root)} aria-labelledby="trend-title">
      <header>
        <h2 id="trend-title">{t.trend}</h2>
        <span className={ui.small}>{t.lastDays(formatExact(days.length))}</span>
      </header>
      <p className={css.week}>
        <b>{formatCount(sum(counts.slice(-WEEK)))}</b>
        <span className={ui.small}>{t.week}</span>
        <Delta days={counts} />
      </p>
      <svg
        className={css.days}
        viewBox={`0 0 ${(days.length - 1) * STEP + WIDTH} ${PINS_AT + SHAPE}`}
        role="img"
        aria-label={releases.length > 0 ? t.trendLabelWith(label, saidOf(releases)) : label}
      >
        {heightsOf(counts, HEIGHT).map((height, at) => {
          const { day, downloads, releases } = days[at] as TrendDay
          const pin = releases.at(-1)
          return (
            <g
              key={day}
              data-tip={
                releases.length > 0
                  ? t.dayWith(day, formatExact(downloads), releases.map(releaseName).join('、'))
                  : t.day(day, formatExact(downloads))
              }
            >
              <rect
                className={cn(css.day, at === days.length - 1 && css.now)}
                x={at * STEP}
                y={HEIGHT - height}
                width={WIDTH}
                height={height}
              />
              {pin ? <path className={css[pin.channel]} transform={`translate(${at * STEP} ${PINS_AT})`} d={shapes[pin.channel]} /> : null}
            </g>
          )
        })}
      </svg>
      <p className={css.ends} aria-hidden>
        <span>{days[0]?.day}</span>
        <span>{t.today}</span>
      </p>
      {channels.length > 0 ? (
        <p className={css.keys} aria-hidden>
          <ReleaseKey channels={channels} />
        </p>
      ) : null}
    </section>
  )
}
