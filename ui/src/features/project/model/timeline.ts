import { channelOrder } from '@/components/ui/releases'
import type { Channel, Places } from '@/lib/api/types'
import { now as shownTime } from '@/lib/clock'

type Counted = Places['releases'][number]

/** A month of the timeline, with or without releases. */
export type Month = { year: number; month: number; counts: Record<Channel, number>; newest: string | undefined }

/** From the oldest to the newest; `unit` is the number of versions that a block stands for. */
export type Timeline = { months: readonly Month[]; unit: number; highest: number; channels: readonly Channel[]; total: number }

const FEWEST_MONTHS = 12
const MOST_MONTHS = 24
const MOST_BLOCKS = 6
const CHINA_MS = 8 * 3_600_000

/** Months since year 0, from 2026-11. */
function ordinal(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return year * 12 + number - 1
}

/** The blocks of a month by channel: a channel with a release has at least one. */
export function blocksOf({ counts }: Month, unit: number): readonly Channel[] {
  return channelOrder.flatMap((channel) => Array<Channel>(Math.ceil(counts[channel] / unit)).fill(channel))
}

/**
 * The last 12 to 24 months up to the present one, or up to that of the newest release where that is longer ago.
 * Undefined for fewer than two months with releases: they form no line.
 */
export function timelineOf(releases: readonly Counted[], at: number = shownTime()): Timeline | undefined {
  const newest = releases.at(-1)
  if (!newest) return undefined
  const present = ordinal(new Date(at + CHINA_MS).toISOString().slice(0, 7))
  const last = present - ordinal(newest.month) < MOST_MONTHS ? Math.max(present, ordinal(newest.month)) : ordinal(newest.month)
  const counted = new Map(releases.map((one) => [ordinal(one.month), one] as const).filter(([month]) => last - month < MOST_MONTHS))
  if (counted.size < 2) return undefined
  const span = Math.max(FEWEST_MONTHS, last - Math.min(...counted.keys()) + 1)
  const months = Array.from({ length: span }, (_, index): Month => {
    const month = last - span + 1 + index
    const { release = 0, beta = 0, alpha = 0, newest } = counted.get(month) ?? {}
    return { year: Math.floor(month / 12), month: (month % 12) + 1, counts: { release, beta, alpha }, newest }
  })
  const sum = ({ counts }: Month) => counts.release + counts.beta + counts.alpha
  let unit = Math.ceil(Math.max(...months.map(sum)) / MOST_BLOCKS)
  const highest = () => Math.max(...months.map((month) => blocksOf(month, unit).length))
  // Each channel is rounded up, which can be one block too many.
  while (highest() > MOST_BLOCKS) unit++
  return {
    months,
    unit,
    highest: highest(),
    channels: channelOrder.filter((channel) => months.some(({ counts }) => counts[channel] > 0)),
    total: months.reduce((all, month) => all + sum(month), 0),
  }
}
