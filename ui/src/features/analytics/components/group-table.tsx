import { useState } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import type { Group } from '../api'
import { changeOf, groupName, valueText } from '../model'
import type { Dimension, Metric } from '../search'
import { partText, shareText } from '../share'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './analytics.module.css'

const orders = ['value', 'rise', 'fall'] as const
type Order = (typeof orders)[number]

const difference = ({ value, before }: Group) => value - before

function sorted(groups: readonly Group[], order: Order): readonly Group[] {
  if (order === 'value') return groups
  const sign = order === 'rise' ? -1 : 1
  return groups.filter((group) => difference(group) * sign < 0).toSorted((a, b) => sign * (difference(a) - difference(b)))
}

type GroupTableProps = {
  groups: readonly Group[]
  by: Dimension
  metric: Metric
  note: string | undefined
}

/** What a metric consists of: the largest part first, or what changed most. */
export function GroupTable({ groups, by, metric, note }: GroupTableProps) {
  const [order, setOrder] = useState<Order>('value')
  const sum = groups.reduce((all, { value }) => all + Math.max(0, value), 0)
  return (
    <section className={ui.card} aria-label={t.groups(t.dimensions[by])}>
      <div className={ui.cardHead}>
        <h2>{t.groups(t.dimensions[by])}</h2>
        <span className={ui.cardEnd}>
          <NativeSelect
            label={t.order}
            value={order}
            onValue={(value) => setOrder(orders.find((one) => one === value) ?? 'value')}
            options={orders.map((value) => ({ value, label: t.orders[value] }))}
          />
        </span>
      </div>
      {note ? <p className={cn(ui.small, css.note)}>{note}</p> : null}
      <div className={tableCss.scroll}>
        <DataTable
          className={cn(tableCss.root, css.numbers)}
          columns={[t.dimensions[by], t.metrics[metric], t.column.share, t.column.before, t.column.change]}
        >
          {sorted(groups, order).map((group) => {
            const change = changeOf(group.value, group.before)
            return (
              <tr key={group.key}>
                <th scope="row">{groupName(group, by)}</th>
                <td>{valueText(metric, group.value, true)}</td>
                <td>{sum > 0 && group.value > 0 ? partText(group.value / sum) : '—'}</td>
                <td>{valueText(metric, group.before, true)}</td>
                <td className={cn(change !== undefined && (change < 0 ? ui.bad : ui.ok))}>
                  {change === undefined ? '—' : shareText(change)}
                </td>
              </tr>
            )
          })}
        </DataTable>
      </div>
    </section>
  )
}
