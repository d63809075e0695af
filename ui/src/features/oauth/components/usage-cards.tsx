import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Chart } from '@/components/ui/chart'
import { DataTable } from '@/components/ui/data-table'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { formatExact } from '@/lib/format'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { usageQuery, type Usage } from '../api'
import { lastDays } from '../model/days'
import skeletonCss from '@/components/ui/skeleton.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

const DAYS = 30
/** Each fifth day has its date below it, so that they do not touch on a phone. */
const LABELLED = 5

/** What an application did, and what was refused to it. */
export function UsageCards({ id }: { id: string }) {
  const usage = useQuery(usageQuery(id))
  if (usage.isError && !usage.data) return <ErrorCard error={usage.error} onRetry={() => void usage.refetch()} />
  if (!usage.data)
    return (
      <Loading>
        <Bone className={skeletonCss.rows} h={171} />
      </Loading>
    )
  return (
    <>
      <Requests days={usage.data.days ?? []} />
      <Refusals list={usage.data.refused ?? []} />
    </>
  )
}

function Requests({ days }: { days: NonNullable<Usage['days']> }) {
  const shown = lastDays(days, DAYS, Date.now())
  if (shown.every(({ requests }) => requests === 0))
    return (
      <Card id="usage-title" title={t.usage}>
        <p className={`${ui.cardPad} ${ui.muted}`}>{t.usageNone}</p>
      </Card>
    )
  return (
    <Chart
      title={t.usage}
      kind="bars"
      series={[{ name: t.requests, tone: 'first' }]}
      rows={shown.map(({ day, requests }, at) => ({
        label: day,
        short: at % LABELLED === LABELLED - 1 ? day.slice(5) : '',
        values: [requests],
      }))}
      column={t.day}
      format={formatExact}
      unit={1}
    />
  )
}

function Refusals({ list }: { list: NonNullable<Usage['refused']> }) {
  return (
    <Card id="refused-title" title={t.refused}>
      {list.length === 0 ? (
        <Empty icon={ShieldCheck} level={3} title={t.refusedNone} hint={t.refusedNoneHint} />
      ) : (
        // What scrolls can be scrolled by keyboard.
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
        <div className={css.refused} role="group" aria-labelledby="refused-title" tabIndex={0}>
          <DataTable columns={[t.refusedColumns.time, t.refusedColumns.where, t.refusedColumns.rule, t.refusedColumns.detail]}>
            {list.map((one, at) => (
              <tr key={`${one.time}-${at}`}>
                <td>
                  <Ago className={ui.oneLine} time={one.time} />
                </td>
                <td className={ui.oneLine}>{t.where[one.where]}</td>
                <td>
                  <code className={css.rule}>{one.rule}</code>
                  <code className={css.rule}>{one.error}</code>
                </td>
                <td className={tableCss.mobileWide}>{one.detail}</td>
              </tr>
            ))}
          </DataTable>
        </div>
      )}
    </Card>
  )
}
