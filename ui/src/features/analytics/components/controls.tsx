import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { NativeSelect } from '@/components/ui/native-select'
import { Segmented } from '@/components/ui/segmented'
import { dayIn, plusDays, today } from '@/lib/calendar'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { isStaff, useSession } from '@/lib/session'
import type { requestOf } from '../api'
import { ranges, type AnalyticsSearch } from '../search'
import ui from '@/components/ui/ui.module.css'
import css from './analytics.module.css'

type ControlsProps = {
  search: AnalyticsSearch
  onSearch: (search: AnalyticsSearch) => void
  request: ReturnType<typeof requestOf>
  /** The staff may look at the whole site. */
  choosesSite: boolean
  onCsv: (() => void) | undefined
}

const CUSTOM = 'custom'

/** What is looked at: of what, of which time, by what. */
export function Controls({ search, onSearch, request, choosesSite, onCsv }: ControlsProps) {
  const user = useSession()
  const { from, to, days = 30, ...kept } = search
  const now = today(Date.now())
  const range = from && to ? CUSTOM : String(days)
  const choose = (value: string) => {
    const preset = ranges.find((one) => String(one) === value)
    if (preset === undefined) onSearch({ ...kept, from: plusDays(now, 1 - days), to: now })
    else onSearch({ ...kept, days: preset === 30 ? undefined : preset })
  }
  const day = (name: 'from' | 'to', value: string) => {
    const chosen = dayIn(value)
    if (from && to && chosen) onSearch({ ...kept, from, to, [name]: chosen })
  }
  return (
    <div className={css.controls}>
      {choosesSite && isStaff(user) ? (
        <NativeSelect
          label={t.of}
          prefix={t.of}
          value={request.site ? 'site' : 'own'}
          onValue={(value) => onSearch({ ...search, of: value === 'site' ? 'site' : undefined })}
          options={[
            { value: 'own', label: t.own },
            { value: 'site', label: t.site },
          ]}
        />
      ) : null}
      <div className={css.range}>
        <Segmented
          label={t.range}
          value={range}
          onValue={choose}
          segments={[...ranges.map((one) => ({ value: String(one), label: t.days(one) })), { value: CUSTOM, label: t.custom }]}
        />
      </div>
      {from && to ? (
        <span className={css.dates}>
          <DateInput type="date" aria-label={t.from} value={from} max={to} onChange={(event) => day('from', event.target.value)} />
          <DateInput type="date" aria-label={t.to} value={to} min={from} max={now} onChange={(event) => day('to', event.target.value)} />
        </span>
      ) : null}
      {request.hourly && request.from !== request.to ? (
        <NativeSelect
          label={t.slice}
          prefix={t.slice}
          value={request.slice}
          onValue={(value) => onSearch({ ...search, slice: value === 'hour' ? 'hour' : undefined })}
          options={[
            { value: 'day', label: t.slices.day },
            { value: 'hour', label: t.slices.hour },
          ]}
        />
      ) : null}
      {request.possible.length > 1 ? (
        <NativeSelect
          label={t.by}
          prefix={t.by}
          value={request.by}
          onValue={(value) => {
            const chosen = request.possible.find((one) => one === value)
            if (chosen) onSearch({ ...search, by: chosen })
          }}
          options={request.possible.map((one) => ({ value: one, label: t.dimensions[one] }))}
        />
      ) : null}
      <Button kind="plain" disabled={!onCsv} onClick={onCsv}>
        <Download className={ui.icon} aria-hidden />
        {t.csv}
      </Button>
    </div>
  )
}
