import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import UPlot from 'uplot'
import { cn } from '@/lib/cn'
import { chartText as t } from '@/lib/i18n/zh-Hans/chart'
import { Button } from './button'
import { roundUp } from './chart-scale'
import { drawMarks } from './draw-marks'
import { ReleaseKey, ReleaseMark } from './release-mark'
import { channelsOf, releaseName, type Release } from './releases'
import { ValueTable } from './value-table'
import 'uplot/dist/uPlot.min.css'
import ui from './ui.module.css'
import css from './time-chart.module.css'

/** `at` are seconds since 1970; `before` is the value of the time before; marks are what was published then. */
export type TimeRow = { at: number; label: string; value: number; before: number; marks: readonly Release[] }

type TimeChartProps = {
  title: string
  /** The name of the values, and of those of the time before. */
  series: readonly [string, string]
  rows: readonly TimeRow[]
  /** The name of the rows in the table. */
  column: string
  format: (value: number) => string
  /** The label of a time at the axis. */
  tick: (at: number) => string
}

const HEIGHT = 260
const HOUR = 3600

/** A line over time beside that of the time before. The pointer or the arrow keys read single values; a table has them all. */
export function TimeChart({ title, series, rows, column, format, tick }: TimeChartProps) {
  const [table, setTable] = useState(false)
  const [shown, setShown] = useState<number | null>(null)
  const id = useId()
  const row = shown === null ? undefined : rows[shown]
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby={id}>
      <div className={ui.cardHead}>
        <h2 id={id}>{title}</h2>
        <span className={cn(ui.cardEnd, css.end)}>
          <span className={css.legend}>
            <i aria-hidden />
            {series[0]}
          </span>
          <span className={cn(css.legend, css.before)}>
            <i aria-hidden />
            {series[1]}
          </span>
          <ReleaseKey channels={channelsOf(rows.flatMap(({ marks }) => marks))} />
          <Button size="xs" kind="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? t.chart : t.table}
          </Button>
        </span>
      </div>
      {table ? (
        <ValueTable
          title={title}
          column={column}
          series={series.map((name) => ({ name }))}
          rows={rows.map(({ label, value, before, marks }) => ({
            label: [label, ...marks.map(releaseName)].join(' · '),
            values: [value, before],
          }))}
          format={format}
        />
      ) : (
        <>
          <Plot rows={rows} format={format} tick={tick} shown={shown} onShow={setShown} label={t.keys(title)} />
          <p className={css.tip} role="status">
            {row ? (
              <>
                <b>{row.label}</b>
                <span>{t.value(series[0], format(row.value))}</span>
                <span className={css.quiet}>{t.value(series[1], format(row.before))}</span>
                {row.marks.map((mark, index) => (
                  <span key={index} className={css.mark}>
                    <ReleaseMark channel={mark.channel} />
                    {releaseName(mark)}
                  </span>
                ))}
              </>
            ) : (
              <span className={css.quiet}>{t.hint}</span>
            )}
          </p>
        </>
      )}
    </section>
  )
}

type PlotProps = Pick<TimeChartProps, 'rows' | 'format' | 'tick'> & {
  label: string
  shown: number | null
  onShow: (index: number | null) => void
}

/** The colour of a token as it is now: the canvas knows no variables. */
const color = (token: string) => () => getComputedStyle(document.documentElement).getPropertyValue(token).trim()
const axis = { stroke: color('--fg-subtle'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }

function Plot({ rows, format, tick, label, shown, onShow }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  useEffect(() => {
    const parent = box.current
    if (!parent) return
    const made = new UPlot(
      {
        width: parent.clientWidth,
        height: HEIGHT,
        padding: [12, 16, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, width: 2, fill: color('--surface') } },
        scales: { y: { range: (_plot, _low, high) => [0, roundUp(high, 1)] } },
        axes: [
          {
            ...axis,
            incrs: [HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, ...[1, 2, 7, 14, 30, 60].map((days) => days * 24 * HOUR)],
            space: 64,
            values: (_plot, at) => at.map(tick),
          },
          { ...axis, size: 64, values: (_plot, values) => values.map((value) => (Number.isInteger(value) ? format(value) : '')) },
        ],
        series: [
          {},
          {
            stroke: color('--chart-1'),
            width: 2,
            fill: () => `color-mix(in srgb, ${color('--chart-1')()} 10%, transparent)`,
            points: { show: rows.length < 3 },
          },
          { stroke: color('--fg-subtle'), width: 1, dash: [5, 4], points: { show: false } },
        ],
        hooks: {
          setCursor: [(current) => onShow(current.cursor.idx ?? null)],
          draw: [(current) => drawMarks(current, rows, (token) => color(token)())],
        },
      },
      [rows.map(({ at }) => at), rows.map(({ value }) => value), rows.map(({ before }) => before)],
      parent,
    )
    plot.current = made
    const sized = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height: HEIGHT }))
    sized.observe(parent)
    const themed = new MutationObserver(() => made.redraw(false))
    themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] })
    return () => {
      sized.disconnect()
      themed.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [rows, format, tick, onShow])

  const move = (event: KeyboardEvent) => {
    const last = rows.length - 1
    const targets: Record<string, number> = {
      ArrowLeft: Math.max(0, (shown ?? last + 1) - 1),
      ArrowRight: Math.min(last, (shown ?? -1) + 1),
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    const current = plot.current
    const at = target === undefined ? undefined : rows[target]?.at
    if (!current || at === undefined) return
    event.preventDefault()
    current.setCursor({ left: current.valToPos(at, 'x'), top: 0 })
  }
  return (
    // The arrow keys move along the line, as in a slider.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex, jsx-a11y-x/no-noninteractive-element-interactions
    <div ref={box} className={css.plot} role="group" aria-label={label} tabIndex={0} onKeyDown={move} />
  )
}
