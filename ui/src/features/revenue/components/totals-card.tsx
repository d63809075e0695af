import { useId } from 'react'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatMoney } from '@/lib/money'
import type { PayoutTotals } from '../types'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './totals-card.module.css'

/** The sums of withdrawals: over all, by year, by method, and by both. */
export function TotalsCard({ totals, currency }: { totals: PayoutTotals; currency: string }) {
  const id = useId()
  const show = (amount: number) => formatMoney(amount, currency)
  const transit = (amount: number) => (amount > 0 ? t.transfers.transit(show(amount)) : undefined)
  const years = totals.by_year.map(({ year }) => year)
  const sumOf = (year: number, method: string) =>
    totals.by_year_and_method.find((one) => one.year === year && one.method === method)?.amount
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby={id}>
      <div className={ui.cardHead}>
        <h2 id={id}>{t.transfers.totals}</h2>
      </div>
      <dl className={css.total}>
        <dt>{t.transfers.total}</dt>
        <dd>{show(totals.total)}</dd>
      </dl>
      <p className={cn(ui.small, css.hint)}>
        {t.transfers.totalHint}
        {totals.in_transit > 0 ? <b>{t.transfers.transit(show(totals.in_transit))}</b> : null}
      </p>
      {totals.by_method.length > 0 ? (
        <>
          <Sums
            title={t.transfers.byMethod}
            column={t.transfers.method}
            rows={totals.by_method.map((one) => [one.method_name || t.transfers.gone, show(one.amount), transit(one.in_transit)])}
          />
          <Sums
            title={t.transfers.byYear}
            column={t.transfers.year}
            rows={totals.by_year.map((one) => [t.transfers.ofYear(one.year), show(one.amount), transit(one.in_transit)])}
          />
          <h3 className={css.title}>{t.transfers.both}</h3>
          {/* What scrolls can be scrolled by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
          <div className={tableCss.scroll} role="group" aria-label={t.transfers.both} tabIndex={0}>
            <table className={tableCss.root}>
              <thead>
                <tr>
                  <th scope="col">{t.transfers.method}</th>
                  {years.map((year) => (
                    <th key={year} scope="col">
                      {year}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {totals.by_method.map(({ method, method_name: name }) => (
                  <tr key={method}>
                    <th scope="row" className={ui.oneLine}>
                      {name || t.transfers.gone}
                    </th>
                    {years.map((year) => {
                      const sum = sumOf(year, method)
                      return <td key={year}>{sum === undefined ? '—' : show(sum)}</td>
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </section>
  )
}

type SumsProps = { title: string; column: string; rows: readonly (readonly [string, string, string | undefined])[] }

/** Sums by one thing, each with its part that is on its way. */
function Sums({ title, column, rows }: SumsProps) {
  return (
    <>
      <h3 className={css.title}>{title}</h3>
      <table className={tableCss.root}>
        <thead className={ui.visuallyHidden}>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t.transfers.sumColumn}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, sum, note]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {sum}
                {note ? <small className={css.transit}>{note}</small> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
