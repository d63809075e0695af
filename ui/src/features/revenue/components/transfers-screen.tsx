import { useQuery } from '@tanstack/react-query'
import { ArrowUpFromLine } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Empty } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { formatMoney } from '@/lib/money'
import { revenueQueries } from '../api'
import { dayText } from '../model/words'
import type { RevenueSearch } from '../search'
import type { Payout } from '../types'
import { NetAmount } from './net-amount'
import { PayoutBadge } from './payout-badge'
import { PayoutDialog } from './payout-dialog'
import { Region } from './region'
import { RevenueHead } from './revenue-head'
import { TotalsCard } from './totals-card'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './ledger.module.css'

type TransfersScreenProps = { search: RevenueSearch; onSearch: (search: RevenueSearch) => void }

const ALL = ''

const yearOf = ({ created }: Payout): number => Number(created.slice(0, 4))

/** All withdrawals, by method and year, and their sums. */
export function TransfersScreen({ search, onSearch }: TransfersScreenProps) {
  const payouts = useQuery(revenueQueries.payouts())
  const totals = useQuery(revenueQueries.totals())
  const currency = useQuery(revenueQueries.balance()).data?.currency ?? 'USD'
  const { method, year } = search
  return (
    <>
      <RevenueHead part="transfers" />
      <div className={ui.splitSide}>
        <Region query={payouts} height={320}>
          {(all) => {
            const shown = all.filter((one) => (!method || one.method_id === method) && (!year || yearOf(one) === year))
            return (
              <section className={cn(ui.card, css.root)} aria-label={t.transfers.recent}>
                <div className={cn(ui.cardHead, css.head)}>
                  <h2>{t.transfers.recent}</h2>
                  <small className={ui.small}>{t.ledger.count(formatExact(shown.length))}</small>
                  <Filters payouts={all} search={search} onSearch={onSearch} />
                </div>
                {shown.length > 0 ? (
                  <List payouts={shown} currency={currency} onOpen={(payout) => onSearch({ method, year, payout })} />
                ) : all.length > 0 ? (
                  <Empty level={3} icon={ArrowUpFromLine} title={t.transfers.noMatch}>
                    <Button onClick={() => onSearch({})}>{t.ledger.clear}</Button>
                  </Empty>
                ) : (
                  <Empty level={3} icon={ArrowUpFromLine} title={t.transfers.none} hint={t.transfers.noneLead} />
                )}
              </section>
            )
          }}
        </Region>
        <Region query={totals} height={240}>
          {(sums) => <TotalsCard totals={sums} currency={currency} />}
        </Region>
      </div>
      <PayoutDialog id={search.payout} onClose={() => onSearch({ method, year })} currency={currency} />
    </>
  )
}

function Filters({ payouts, search, onSearch }: TransfersScreenProps & { payouts: readonly Payout[] }) {
  const { method, year } = search
  const methods = new Map(payouts.map((one) => [one.method_id ?? '', one.method_name || t.transfers.gone]))
  methods.delete('')
  const years = [...new Set(payouts.map(yearOf))].sort((a, b) => b - a)
  const all = { value: ALL, label: t.transfers.every }
  return (
    <span className={css.filters}>
      <NativeSelect
        size="sm"
        label={t.transfers.method}
        prefix={t.transfers.method}
        value={method ?? ALL}
        onValue={(value) => onSearch({ year, method: value || undefined })}
        options={[all, ...[...methods].map(([value, label]) => ({ value, label }))]}
      />
      <NativeSelect
        size="sm"
        label={t.transfers.year}
        prefix={t.transfers.year}
        value={year ? String(year) : ALL}
        onValue={(value) => onSearch({ method, year: value ? Number(value) : undefined })}
        options={[all, ...years.map((one) => ({ value: String(one), label: String(one) }))]}
      />
    </span>
  )
}

function List({ payouts, currency, onOpen }: { payouts: readonly Payout[]; currency: string; onOpen: (id: string) => void }) {
  return (
    <DataTable
      className={cn(tableCss.root, css.table)}
      columns={[t.transfers.date, t.transfers.method, t.transfers.status, { right: t.detail.fee }, { right: t.transfers.amount }]}
    >
      {payouts.map((payout) => {
        const amount = formatMoney(payout.amount, currency)
        return (
          <tr key={payout.id} className={ui.result}>
            <td className={cn(ui.subtle, ui.oneLine)}>{payout.created.slice(0, 10)}</td>
            <td className={css.what}>
              <button
                type="button"
                className={cn(ui.resultLink, css.row)}
                aria-label={t.transfers.open(amount, dayText(payout.created))}
                onClick={() => onOpen(payout.id)}
              >
                {payout.method_name || t.transfers.gone} {payout.method_address}
              </button>
            </td>
            <td>
              <PayoutBadge payout={payout} />
            </td>
            <td className={cn(tableCss.right, tableCss.mobileHidden)}>{payout.fee === null ? null : formatMoney(payout.fee, currency)}</td>
            <td className={cn(tableCss.right, tableCss.mobileEnd)}>
              <NetAmount payout={payout} currency={currency} />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}
