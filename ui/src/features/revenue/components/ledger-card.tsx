import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ReceiptText, ShieldCheck } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Empty } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { ownProjectsQuery } from '@/features/dashboard'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { useSession } from '@/lib/session'
import { revenueQueries, type LedgerFilter } from '../api'
import { ledgerKinds } from '../search'
import type { LedgerLine } from '../types'
import { LedgerRow } from './ledger-row'
import { Region } from './region'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './ledger.module.css'

type LedgerCardProps = { filter: LedgerFilter; onFilter: (filter: LedgerFilter) => void; currency: string }

const ALL = ''

/** The account's lines, newest first, with the balance after each. */
export function LedgerCard({ filter, onFilter, currency }: LedgerCardProps) {
  const query = useInfiniteQuery(revenueQueries.ledger(filter))
  const pages = query.data?.pages
  const lines = pages?.flatMap((page) => page.lines)
  const count = pages?.[0]?.count
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={cn(ui.card, css.root)} aria-label={t.ledger.title}>
      <div className={cn(ui.cardHead, css.head)}>
        <h2>{t.ledger.title}</h2>
        <small className={ui.small}>{count === undefined ? null : t.ledger.count(formatExact(count))}</small>
        <Filters filter={filter} onFilter={onFilter} years={pages?.[0]?.years ?? []} lines={lines ?? []} />
      </div>
      <Region query={{ ...query, data: lines }} height={360}>
        {(shown) =>
          shown.length > 0 ? (
            <>
              <DataTable
                className={cn(tableCss.root, css.table, query.isPlaceholderData && ui.stale)}
                columns={[
                  t.ledger.date,
                  t.ledger.kind,
                  t.ledger.what,
                  { right: t.ledger.out },
                  { right: t.ledger.in },
                  { right: t.ledger.balance, hint: t.ledger.balanceHint },
                ]}
              >
                {shown.map((line) => (
                  <LedgerRow key={line.number} line={line} currency={currency} />
                ))}
              </DataTable>
              <Foot lines={shown} more={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
            </>
          ) : filtered ? (
            <Empty level={3} icon={ReceiptText} title={t.ledger.noMatch} hint={t.ledger.noMatchLead}>
              <Button onClick={() => onFilter({})}>{t.ledger.clear}</Button>
            </Empty>
          ) : (
            <Empty level={3} icon={ReceiptText} title={t.ledger.none} hint={t.ledger.noneLead} />
          )
        }
      </Region>
    </section>
  )
}

function Filters({ filter, onFilter, years, lines }: Omit<LedgerCardProps, 'currency'> & { years: number[]; lines: LedgerLine[] }) {
  const user = useSession()
  const own = useQuery({ ...ownProjectsQuery(user?.id ?? ''), enabled: Boolean(user) }).data ?? []
  const names = new Map(own.map((project) => [project.id, project.title]))
  // Projects that one has left have lines, too.
  for (const { project } of lines) if (project?.title && !names.has(project.id)) names.set(project.id, project.title)
  if (filter.project && !names.has(filter.project)) names.set(filter.project, filter.project)
  const all = { value: ALL, label: t.ledger.all }
  const shownYears = filter.year && !years.includes(filter.year) ? [filter.year, ...years] : years
  return (
    <span className={css.filters}>
      <NativeSelect
        size="sm"
        label={t.ledger.kind}
        prefix={t.ledger.kind}
        value={filter.kind ?? ALL}
        onValue={(value) => onFilter({ ...filter, kind: ledgerKinds.find((kind) => kind === value) })}
        options={[all, ...ledgerKinds.map((kind) => ({ value: kind, label: t.ledger.kinds[kind] }))]}
      />
      <NativeSelect
        size="sm"
        label={t.ledger.year}
        prefix={t.ledger.year}
        value={filter.year ? String(filter.year) : ALL}
        onValue={(value) => onFilter({ ...filter, year: value === ALL ? undefined : Number(value) })}
        options={[all, ...shownYears.map((year) => ({ value: String(year), label: String(year) }))]}
      />
      {names.size > 0 ? (
        <NativeSelect
          size="sm"
          className={css.project ?? ''}
          label={t.ledger.project}
          prefix={t.ledger.project}
          value={filter.project ?? ALL}
          onValue={(value) => onFilter({ ...filter, project: value === ALL ? undefined : value })}
          options={[all, ...[...names].map(([value, label]) => ({ value, label }))]}
        />
      ) : null}
    </span>
  )
}

function Foot({ lines, more, busy, onMore }: { lines: readonly LedgerLine[]; more: boolean; busy: boolean; onMore: () => void }) {
  const [first, last] = [lines[0]?.number ?? 0, lines.at(-1)?.number ?? 0]
  return (
    <div className={css.foot}>
      <span>{t.ledger.range(formatExact(last), formatExact(first))}</span>
      <span className={css.sealed}>
        <ShieldCheck className={cn(ui.icon14, ui.ok)} aria-hidden />
        {t.ledger.sealed}
      </span>
      {more ? (
        <Button size="xs" kind="quiet" className={ui.push ?? ''} loading={busy} onClick={onMore}>
          {t.ledger.older}
        </Button>
      ) : null}
    </div>
  )
}
