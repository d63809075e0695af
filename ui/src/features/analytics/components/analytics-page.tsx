import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { TimeChart } from '@/components/ui/time-chart'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { overviewQuery, requestOf, type Overview, type Subject } from '../api'
import { averageText, chartValue, csvOf, rowsOf, tickOf, valueText } from '../model'
import { parseAnalyticsSearch, type AnalyticsSearch, type GivenSearch, type Metric } from '../search'
import { Controls } from './controls'
import { GroupTable } from './group-table'
import { MetricTabs } from './metric-tabs'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './analytics.module.css'

type AnalyticsPageProps = {
  subject?: Subject
  search: GivenSearch
  onSearch: (search: AnalyticsSearch) => void
}

/** A metric over time, beside the time before, and what it consists of. */
export function AnalyticsPage({ subject, search: given, onSearch }: AnalyticsPageProps) {
  const search = parseAnalyticsSearch(given)
  const request = requestOf(subject, search)
  const { metric, by } = request
  const query = useQuery(overviewQuery(subject, search))
  const { data } = query
  // What is shown of the metric before, while that of another is loaded, has its own name.
  const shown: Metric = data ? metricOf(data) : metric
  const rows = useMemo(() => (data ? rowsOf(data) : []), [data])
  // Below the heading of a project or an organization.
  const Heading = subject ? 'h2' : 'h1'
  return (
    <>
      <div className={pageHeadCss.root}>
        <Heading>{t.title}</Heading>
        <span className={pageHeadCss.sub}>{t.hint}</span>
      </div>
      <Controls
        {...{ search, onSearch, request }}
        choosesSite={subject === undefined}
        onCsv={data ? () => save(data, metric, csvOf(data, metric, by)) : undefined}
      />
      {data ? (
        <div className={cn(css.body, query.isPlaceholderData && ui.stale)}>
          <MetricTabs
            sums={data.sums}
            value={metric}
            onValue={(next) => onSearch({ ...search, metric: next === 'downloads' ? undefined : next })}
          />
          {rows.some(({ value, before }) => value !== 0 || before !== 0) ? (
            <>
              <TimeChart
                title={t.charts[shown]}
                column={t.column.time}
                series={[t.metrics[shown], t.before]}
                rows={rows}
                format={chartValue}
                tick={tickOf}
              />
              <Summary data={data} metric={shown} slice={request.slice} />
              <GroupTable
                groups={data.groups}
                by={by}
                metric={shown}
                note={request.site && by === 'project' ? t.groupsHintUTC : undefined}
              />
            </>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={ChartNoAxesColumn} title={t.empty} hint={t.emptyHint} />
            </div>
          )}
        </div>
      ) : query.error ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={css.body}>
          <Bone h={72} />
          <Bone h={344} />
          <Bone h={220} />
        </Loading>
      )}
    </>
  )
}

const metricOf = (data: Overview): Metric => (data.metric in t.metrics ? (data.metric as Metric) : 'downloads')

function Summary({ data, metric, slice }: { data: Overview; metric: Metric; slice: 'hour' | 'day' }) {
  const best = data.slices.reduce<Overview['slices'][number] | undefined>(
    (most, one) => (one.value > (most?.value ?? 0) ? one : most),
    undefined,
  )
  const { downloads, views } = data.sums
  const all = data.opening + data.counted
  const counts =
    metric === 'followers'
      ? []
      : [
          { name: t.average(slice), value: averageText(metric, data.sums[metric].value / Math.max(1, data.slices.length)) },
          { name: t.best(slice), value: valueText(metric, best?.value ?? 0), small: best?.start.replace('T', ' ') },
        ]
  return (
    <Figures
      label={t.figures}
      figures={[
        ...counts,
        {
          name: t.conversion,
          value: views.value > 0 ? formatCount(Math.round((100 * downloads.value) / views.value)) : '—',
          title: t.conversionHint,
        },
        {
          name: t.all,
          value: formatCount(all),
          title: formatExact(all),
          small: data.opening > 0 ? t.opening(formatCount(data.opening)) : undefined,
        },
      ]}
    />
  )
}

/** Saves what is shown as a file. */
function save({ from, to }: Overview, metric: Metric, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = t.file(t.metrics[metric], from, to)
  link.click()
  URL.revokeObjectURL(url)
}
