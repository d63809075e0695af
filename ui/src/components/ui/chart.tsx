import { useId, useState } from 'react'
import { cn } from '@/lib/cn'
import { chartText as t } from '@/lib/i18n/zh-Hans/chart'
import { Button } from './button'
import { lineOf, roundUp, stackOf } from './chart-scale'
import ui from './ui.module.css'
import { ValueTable } from './value-table'
import css from './chart.module.css'

export type ChartTone = 'ok' | 'warn' | 'bad' | 'first' | 'second' | 'third' | 'fourth'
/** Lines after the first are dashed, so that they differ by more than their hue. */
export type Series = { name: string; tone: ChartTone }
/** A value is null where nothing is known. `short` stands below the column, `label` in the table. An open column is not final: it is
 * drawn pale with a dashed edge, and its label says so. */
export type ChartRow = { label: string; short: string; values: readonly (number | null)[]; open?: boolean }

type ChartProps = {
  title: string
  kind: 'bars' | 'lines'
  series: readonly Series[]
  rows: readonly ChartRow[]
  /** The name of the rows in the table. */
  column: string
  format: (value: number) => string
  /** How a value stands at the scale; as in the table where it is left out. */
  scale?: (value: number) => string
  /** The name of what is drawn pale. */
  openName?: string | undefined
  /** The values at the scale are whole numbers of it. */
  unit: number
  note?: string
}

/** A chart over columns of time with a table of the same values. */
export function Chart({ title, kind, series, rows, column, format, scale = format, openName, unit, note }: ChartProps) {
  const [table, setTable] = useState(false)
  const id = useId()
  const highest = rows.map(({ values }) =>
    kind === 'bars' ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0) : Math.max(0, ...values.map((value) => value ?? 0)),
  )
  const end = roundUp(Math.max(...highest), unit)
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby={id}>
      <div className={ui.cardHead}>
        <h2 id={id}>{title}</h2>
        <span className={ui.cardEnd}>
          <Button size="xs" kind="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? t.chart : t.table}
          </Button>
        </span>
      </div>
      {table ? (
        <ValueTable {...{ title, series, rows, column, format }} />
      ) : (
        <div className={css.body}>
          <ul className={css.legend}>
            {series.map(({ name, tone }, at) => (
              <li key={name}>
                <i className={cn(css[tone], kind === 'lines' && css.stroke, kind === 'lines' && at > 0 && css.dashed)} aria-hidden />
                {name}
              </li>
            ))}
            {openName ? (
              <li>
                <i className={css.pale} aria-hidden />
                {openName}
              </li>
            ) : null}
          </ul>
          <div className={css.plot}>
            <div className={css.scale} aria-hidden>
              <span>{scale(end)}</span>
              <span>{scale(end / 2)}</span>
              <span>{scale(0)}</span>
            </div>
            <svg
              viewBox={`0 0 ${rows.length * 10} 100`}
              preserveAspectRatio="none"
              role="img"
              aria-label={t.label(
                title,
                rows
                  .map((row) => `${row.label} ${row.values.map((value) => (value === null ? t.none : format(value))).join(' ')}`)
                  .join('；'),
              )}
            >
              <path className={css.grid} d={`M0 0H${rows.length * 10}M0 50H${rows.length * 10}M0 100H${rows.length * 10}`} />
              {kind === 'bars' ? <Bars {...{ rows, series, end }} /> : <Lines {...{ rows, series, end }} />}
              {rows.map((row, at) => (
                <rect
                  key={row.label}
                  className={css.column}
                  x={at * 10}
                  y={0}
                  width={10}
                  height={100}
                  data-tip={tipOf(row, series, format)}
                />
              ))}
            </svg>
            <ol className={css.columns} style={{ gridTemplateColumns: `repeat(${rows.length}, minmax(0, 1fr))` }} aria-hidden>
              {rows.map(({ label, short }) => (
                <li key={label}>{short}</li>
              ))}
            </ol>
          </div>
        </div>
      )}
      {note ? <p className={cn(ui.small, css.note)}>{note}</p> : null}
    </section>
  )
}

type Drawn = { rows: readonly ChartRow[]; series: readonly Series[]; end: number }

function Bars({ rows, series, end }: Drawn) {
  return rows.map(({ label, values, open }, at) => (
    <g key={label} className={open ? css.open : undefined}>
      {stackOf(values, end).map(({ from, height }, index) =>
        height > 0 ? (
          <rect
            key={series[index]?.name}
            className={css[series[index]?.tone ?? 'first']}
            x={at * 10 + 2}
            y={100 - from - height}
            width={6}
            height={height}
          />
        ) : null,
      )}
    </g>
  ))
}

function Lines({ rows, series, end }: Drawn) {
  return series.map(({ name, tone }, index) => {
    const values = rows.map((row) => row.values[index] ?? null)
    const dots = values.map((value, at) => (value === null ? '' : `M${at * 10 + 5} ${100 - (value / end) * 100}h0`)).join('')
    return (
      <g key={name} className={cn(css[tone], css.stroke)}>
        <path className={cn(css.line, index > 0 && css.dashed)} d={lineOf(values, end)} />
        <path className={css.dots} d={dots} />
      </g>
    )
  })
}

function tipOf(row: ChartRow, series: readonly Series[], format: ChartProps['format']): string {
  const said = row.values.map((value, at) => `${series[at]?.name ?? ''} ${value === null ? t.none : format(value)}`)
  return `${row.label}：${said.join('，')}`
}
