import { cn } from '@/lib/cn'
import { chartText as t } from '@/lib/i18n/zh-Hans/chart'
import tableCss from './number-table.module.css'
import ui from './ui.module.css'
import css from './value-table.module.css'

type ValueTableProps = {
  title: string
  /** The name of the rows. */
  column: string
  series: readonly { name: string }[]
  rows: readonly { label: string; values: readonly (number | null)[] }[]
  format: (value: number) => string
}

/** The values of a chart as a table. */
export function ValueTable({ title, series, rows, column, format }: ValueTableProps) {
  return (
    // What scrolls can be scrolled by keyboard.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
    <div className={cn(tableCss.scroll, css.root)} role="group" aria-label={title} tabIndex={0}>
      <table className={tableCss.root}>
        <caption className={ui.visuallyHidden}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={series[at]?.name}>{value === null ? t.none : format(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
