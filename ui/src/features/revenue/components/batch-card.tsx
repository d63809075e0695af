import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { batchFile, treasuryQueries } from '../treasury-api'
import { useBatchResults, useMakeBatch } from '../treasury-commands'
import type { BatchResults, TreasuryBatch, TreasuryPayout } from '../treasury-types'
import { Person } from './person'
import { Region } from './region'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.payouts

/** Files of withdrawals that people pay: made once, downloaded as often as one likes, answered by a file. */
export function BatchCard({ payouts, currency }: { payouts: readonly TreasuryPayout[]; currency: string }) {
  const query = useQuery(treasuryQueries.batches())
  const make = useMakeBatch()
  const methods = new Map(
    payouts.filter(({ batch, method_id: id }) => batch === null && id !== null).map((one) => [one.method_id ?? '', one.method_name]),
  )
  return (
    <section className={ui.card} aria-label={t.batches}>
      <div className={cn(ui.cardHead, css.wrap)}>
        <h2>{t.batches}</h2>
        <small className={ui.small}>{t.batchHint}</small>
        <span className={cn(ui.cardEnd, ui.row)}>
          {[...methods].map(([method, name]) => (
            <Button
              key={method}
              size="sm"
              kind="primary"
              disabled={make.isPending}
              onClick={() => make.mutate(method, { onSuccess: () => toast(t.made) })}
            >
              {t.makeBatch(name)}
            </Button>
          ))}
        </span>
      </div>
      <Region query={query} height={120}>
        {(batches) =>
          batches.length > 0 ? (
            <ul className={css.rows}>
              {batches.map((batch) => (
                <Batch key={batch.id} batch={batch} currency={currency} />
              ))}
            </ul>
          ) : (
            <p className={cn(ui.muted, css.none)}>{t.noBatches}</p>
          )
        }
      </Region>
    </section>
  )
}

function Batch({ batch, currency }: { batch: TreasuryBatch; currency: string }) {
  const [results, setResults] = useState<BatchResults>()
  const input = useRef<HTMLInputElement>(null)
  const send = useBatchResults()
  const take = (file: File | undefined) => {
    if (!file) return
    send.mutate(
      { id: batch.id, file },
      {
        onSuccess: (told) => {
          setResults(told)
          toast(t.resultsDone(formatExact(told.paid), formatExact(told.failed)))
        },
      },
    )
  }
  return (
    <li>
      <div className={css.line}>
        <div className={ui.grow}>
          <b>
            {batch.method} {batch.id}
          </b>
          <small>
            <Person user={batch.by} /> <Ago time={batch.at} />
          </small>
        </div>
        <span className={ui.small}>
          {t.count} {formatExact(batch.payouts)} · {t.openCount} {formatExact(batch.open)}
        </span>
        <b>{formatMoney(batch.amount, currency)}</b>
        <a className={buttonClass({ size: 'sm' })} href={batchFile(batch.id)} download>
          <Download className={ui.icon} aria-hidden />
          {t.download}
        </a>
        <Button size="sm" loading={send.isPending} disabled={batch.open === 0} onClick={() => input.current?.click()}>
          <Upload className={ui.icon} aria-hidden />
          {t.results}
        </Button>
        <input
          ref={input}
          className={ui.visuallyHidden}
          type="file"
          tabIndex={-1}
          accept=".csv,text/csv"
          aria-label={`${t.results} ${batch.id}`}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      {results?.problems.length ? (
        <Note tone="bad">
          {t.problems}
          <ul>
            {results.problems.map(({ line, text }) => (
              <li key={line}>{t.line(line, text)}</li>
            ))}
          </ul>
        </Note>
      ) : null}
    </li>
  )
}
