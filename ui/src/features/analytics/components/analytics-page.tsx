import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Chart } from '@/components/ui/chart'
import { DateInput } from '@/components/ui/date-input'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { NativeSelect } from '@/components/ui/native-select'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { plusDays, today } from '@/lib/calendar'
import { formatCount, formatExact } from '@/lib/format'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { dimensionOf, downloadsQuery, type Downloads, type Subject } from '../api'
import { changeOf, columnsOf, csvOf } from '../model'
import { dimensions, parseAnalyticsSearch, ranges, type AnalyticsSearch, type Dimension, type GivenSearch } from '../search'
import { shareText } from '../share'
import { GroupTable } from './group-table'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './analytics.module.css'

type AnalyticsPageProps = {
  subject?: Subject
  search: GivenSearch
  onSearch: (search: AnalyticsSearch) => void
}

const CUSTOM = 'custom'

/** Downloads over time, beside the time before, and what they consist of. */
export function AnalyticsPage({ subject, search: given, onSearch }: AnalyticsPageProps) {
  const single = subject !== undefined && 'project' in subject
  const search = parseAnalyticsSearch(given)
  const by = search.by ?? dimensionOf(subject)
  const query = useQuery(downloadsQuery(subject, search))
  const { data } = query
  // Below the heading of a project or an organization.
  const Heading = subject ? 'h2' : 'h1'
  return (
    <>
      <div className={pageHeadCss.root}>
        <Heading>{t.title}</Heading>
        <span className={pageHeadCss.sub}>{t.hint}</span>
      </div>
      <Controls {...{ search, onSearch, by, single }} onCsv={data ? () => save(data, by) : undefined} />
      {data ? (
        <div className={cn(css.body, query.isPlaceholderData && ui.stale)}>
          <Summary data={data} />
          {data.sum + data.before > 0 ? (
            <>
              <Chart
                title={data.days.length > columnsOf(data).length ? t.chartWeeks : t.chart}
                kind="lines"
                column={t.column.day}
                series={[
                  { name: t.series.now, tone: 'first' },
                  { name: t.series.before, tone: 'second' },
                ]}
                rows={columnsOf(data)}
                format={formatCount}
                unit={1}
              />
              <GroupTable groups={data.groups} by={by} sum={data.sum} />
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
          <Bone h={96} />
          <Bone h={260} />
          <Bone h={220} />
        </Loading>
      )}
    </>
  )
}

type ControlsProps = {
  search: AnalyticsSearch
  onSearch: (search: AnalyticsSearch) => void
  by: Dimension
  single: boolean
  onCsv: (() => void) | undefined
}

function Controls({ search, onSearch, by, single, onCsv }: ControlsProps) {
  const { days = 30, from, to } = search
  const now = today(Date.now())
  const range = from && to ? CUSTOM : String(days)
  const kept = search.by ? { by: search.by } : {}
  const choose = (value: string) => {
    const preset = ranges.find((one) => String(one) === value)
    if (preset === undefined) onSearch({ ...kept, from: plusDays(now, 1 - days), to: now })
    else onSearch({ ...kept, ...(preset === 30 ? {} : { days: preset }) })
  }
  const day = (name: 'from' | 'to', value: string) => {
    if (from && to && /^\d{4}-\d\d-\d\d$/.test(value)) onSearch({ ...kept, from, to, [name]: value })
  }
  return (
    <div className={css.controls}>
      <Segmented
        label={t.range}
        value={range}
        onValue={choose}
        segments={[...ranges.map((one) => ({ value: String(one), label: t.days(one) })), { value: CUSTOM, label: t.custom }]}
      />
      {from && to ? (
        <span className={css.dates}>
          <DateInput type="date" aria-label={t.from} value={from} max={to} onChange={(event) => day('from', event.target.value)} />
          <DateInput type="date" aria-label={t.to} value={to} min={from} max={now} onChange={(event) => day('to', event.target.value)} />
        </span>
      ) : null}
      <NativeSelect
        label={t.by}
        prefix={t.by}
        value={by}
        onValue={(value) => {
          const chosen = dimensions.find((one) => one === value)
          if (chosen) onSearch({ ...search, by: chosen })
        }}
        options={dimensions.filter((one) => !single || one !== 'project').map((one) => ({ value: one, label: t.dimensions[one] }))}
      />
      <Button kind="plain" disabled={!onCsv} onClick={onCsv}>
        <Download className={ui.icon} aria-hidden />
        {t.csv}
      </Button>
    </div>
  )
}

function Summary({ data }: { data: Downloads }) {
  const change = changeOf(data.sum, data.before)
  const best = data.days.reduce<Downloads['days'][number] | undefined>(
    (most, day) => (day.downloads > (most?.downloads ?? 0) ? day : most),
    undefined,
  )
  const all = data.opening + data.counted
  return (
    <Figures
      label={t.figures}
      figures={[
        {
          name: t.sum,
          value: formatCount(data.sum),
          title: formatExact(data.sum),
          small: change === undefined ? t.nothingBefore : t.against(shareText(change)),
        },
        { name: t.average, value: formatCount(Math.round(data.sum / Math.max(1, data.days.length))) },
        { name: t.best, value: best ? formatCount(best.downloads) : '0', small: best?.date },
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
function save(data: Downloads, by: Dimension): void {
  const url = URL.createObjectURL(new Blob([csvOf(data, by)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = t.file(data.from, data.to)
  link.click()
  URL.revokeObjectURL(url)
}
