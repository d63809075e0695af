import { cn } from '@/lib/cn'
import { CircleCheck } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { DataTable } from '@/components/ui/data-table'
import { Empty } from '@/components/ui/feedback'
import { formatExact } from '@/lib/format'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'
import ui from '@/components/ui/ui.module.css'
import type { Figures } from '../model'
import tableCss from '@/components/ui/number-table.module.css'
import css from './transparency.module.css'

/** Why projects were rejected: a table whose rows are also bars. */
export function ReasonTable({ reasons }: { reasons: Figures['reasons'] }) {
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <Card id="transparency-reasons" title={t.reasons} note={t.reasonsOf}>
      {reasons.length === 0 ? (
        <Empty icon={CircleCheck} title={t.noReasons} />
      ) : (
        <DataTable title={t.reasons} className={cn(tableCss.root, css.table)} columns={[t.column.reason, t.column.count]}>
          {reasons.map(({ step, title, count, options }) => (
            <tr key={step}>
              <th scope="row">
                <b>{title}</b>
                <span className={css.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
                {options.length > 0 ? (
                  <small className={ui.small}>{options.map((one) => `${one.name} ${formatExact(one.count)}`).join(' · ')}</small>
                ) : null}
              </th>
              <td>{formatExact(count)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  )
}
