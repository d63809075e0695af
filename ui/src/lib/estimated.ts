import { formatDate, formatDateTime, formatRelative, isUnknownTime } from '@/lib/format'
import { estimatedText as t } from '@/lib/i18n/zh-Hans/estimated'

function marked(time: string, estimated: boolean, known: (time: string) => string, mark: (text: string) => string): string {
  if (!estimated) return known(time)
  return isUnknownTime(time, estimated) ? t.unknown : mark(known(time))
}

/** A relative time that says whether it is an estimate. */
export const relativeOf = (time: string, estimated: boolean): string => marked(time, estimated, (one) => formatRelative(one), t.about)

/** A day that says whether it is an estimate. */
export const dayOf = (time: string, estimated: boolean): string => marked(time, estimated, formatDate, t.marked)

/** A day and minute; of an estimate the day alone. */
export const momentOf = (time: string, estimated: boolean): string => (estimated ? dayOf(time, estimated) : formatDateTime(time))

/** Why a time is no fact. */
export const whyEstimated = (time: string): string => (isUnknownTime(time, true) ? t.unknownHint : t.hint)
