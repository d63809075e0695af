import { reviewPanelText as t } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { momentOf } from '@/lib/span'
import type { HistoryEntry } from '../api'
import { verbOf } from '../model/history'
import { pointName } from '../model/mend'
import css from './decision-panel.module.css'

/** The decision of the round before, in short. */
export function LastDecision({ entry, now }: { entry: HistoryEntry; now: number }) {
  const { actor, at, points, round } = entry
  return (
    <p className={css.last} title={reviewText.round(round)}>
      <b suppressHydrationWarning>{t.last(actor?.username ?? t.staff, verbOf(entry, round), momentOf(at, now))}</b>
      {points.length > 0 ? t.lastPoints(points.map(pointName)) : null}
    </p>
  )
}
