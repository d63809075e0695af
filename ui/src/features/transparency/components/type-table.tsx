import { Card } from '@/components/ui/card'
import { DataTable } from '@/components/ui/data-table'
import { cn } from '@/lib/cn'
import { estimateText, formatSpan } from '@/features/review'
import { typeLabel } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'
import { decided, type Figures } from '../model'
import tableCss from '@/components/ui/number-table.module.css'
import css from './transparency.module.css'

const wait = (seconds: number | null) => (seconds === null ? t.noWait : formatSpan(seconds))

/** How long reviews take, for each type. */
export function TypeTable({ figures: { types, recent, estimate } }: { figures: Figures }) {
  const rows = [
    { name: t.all, counts: recent, estimate },
    ...types.map((one) => ({ name: typeLabel(one.type), counts: one, estimate: one.estimate })),
  ]
  return (
    <Card id="transparency-types" title={t.estimates}>
      <div className={tableCss.scroll}>
        <DataTable
          title={t.estimates}
          className={cn(tableCss.root, css.table, css.types)}
          columns={[t.column.type, t.column.decided, t.column.median, t.column.p95, t.column.estimate]}
        >
          {rows.map(({ name, counts, estimate }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatExact(decided(counts))}</td>
              <td>{wait(counts.median_seconds)}</td>
              <td>{wait(counts.p95_seconds)}</td>
              <td>{estimateText(estimate)}</td>
            </tr>
          ))}
        </DataTable>
      </div>
    </Card>
  )
}
