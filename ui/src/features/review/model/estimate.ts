import type { Answer } from '@/lib/api/operations'
import { reviewText } from '@/lib/i18n/zh-Hans/review'

export type Estimate = NonNullable<Answer<'GET', '/_internal/transparency'>['estimate']>

const HOUR = 3600
const DAY = 24 * HOUR
/** From here on, an estimate is told in days. */
const LONG = 2 * DAY

/** A time within which something happens, rounded up: 3 小时, 2 天. */
export function formatWithin(seconds: number): string {
  const { within } = reviewText.estimate
  return seconds > LONG ? within.days(Math.ceil(seconds / DAY)) : within.hours(Math.max(1, Math.ceil(seconds / HOUR)))
}

/** A share of 0 to 1 in percent; what is not all is never 100 %, and what is something never 0 %. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100)
  if (share < 1 && percent === 100) return '99%'
  return share > 0 && percent === 0 ? '<1%' : `${percent}%`
}

/** How long a review usually takes, and how often that was right. */
export function estimateText(estimate: Estimate | null): string {
  const { estimate: t } = reviewText
  if (!estimate) return t.unknown
  const usual = t.usual(formatWithin(estimate.seconds))
  return estimate.right === null ? usual : usual + t.right(formatShare(estimate.right))
}

type Queue = { estimate: Estimate | null; waiting_seconds: number | null; queued: string }

/** What a waiting project may expect. Where it, or half of those that wait, has waited longer than usual, the usual time would
 * contradict what stands beside it. */
export function expected(queue: Queue, now: number): { text: string; estimate: Estimate | null } {
  const { estimate } = queue
  const longest = Math.max(queue.waiting_seconds ?? 0, (now - Date.parse(queue.queued)) / 1000)
  if (estimate && longest > estimate.seconds) return { text: reviewText.estimate.slow, estimate: null }
  return { text: estimateText(estimate), estimate }
}
