import { cn } from '@/lib/cn'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import type { Overview } from '../api'
import { changeOf, valueText } from '../model'
import { metrics, type Metric } from '../search'
import { shareText } from '../share'
import ui from '@/components/ui/ui.module.css'
import css from './metric-tabs.module.css'

type MetricTabsProps = {
  sums: Overview['sums']
  value: Metric
  onValue: (metric: Metric) => void
}

/** The sums of all metrics, of which one is looked at. */
export function MetricTabs({ sums, value, onValue }: MetricTabsProps) {
  return (
    <div className={cn(ui.card, css.root)} role="group" aria-label={t.metric}>
      {metrics.map((metric) => {
        const { value: sum, before } = sums[metric]
        const change = changeOf(sum, before)
        return (
          <button
            key={metric}
            type="button"
            aria-pressed={metric === value}
            title={valueText(metric, sum, true)}
            onClick={() => onValue(metric)}
          >
            <span className={css.name}>{t.metrics[metric]}</span>
            <b>{valueText(metric, sum)}</b>
            {change === undefined ? null : (
              <small className={change < 0 ? ui.bad : ui.ok} title={t.against(shareText(change))}>
                {shareText(change)}
              </small>
            )}
          </button>
        )
      })}
    </div>
  )
}
