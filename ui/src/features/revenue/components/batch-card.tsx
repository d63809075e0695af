import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { centsOf, formatCents, formatMoney } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { batchFile, treasuryQueries } from '../treasury-api'
import { useBatchResults, useMakeBatch } from '../treasury-commands'
import type { BatchResults, TreasuryBatch, TreasuryPayout } from '../treasury-types'
import { AskedStep } from './asked-step'
import { Person } from './person'
import { Region } from './region'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.payouts

/** A file of results, as a bank's are written by hand. */
const EXAMPLE = 'id,result,fee\nAbCd1234,paid,0.35\nEfGh5678,failed,'

/** Files of withdrawals that people pay: made once, downloaded as often as one likes, answered by a file. */
export function BatchCard({ payouts, currency }: { payouts: readonly TreasuryPayout[]; currency: string }) {
  const query = useQuery(treasuryQueries.batches())
  const make = useMakeBatch()
  const waiting = payouts.filter(({ batch, method_id: id }) => batch === null && id !== null)
  const methods = new Map(waiting.map((one) => [one.method_id ?? '', one.method_name]))
  const sumOf = (method: string): [string, string] => {
    const those = waiting.filter((one) => one.method_id === method)
    return [
      formatExact(those.length),
      formatCents(
        those.reduce((sum, { amount }) => sum + centsOf(amount), 0),
        currency,
      ),
    ]
  }
  return (
    <section className={ui.card} aria-label={t.batches}>
      <div className={cn(ui.cardHead, css.wrap)}>
        <h2>{t.batches}</h2>
        <small className={ui.small}>{t.batchHint}</small>
        <span className={cn(ui.cardEnd, ui.row)}>
          {[...methods].map(([method, name]) => (
            <AskedStep
              key={method}
              size="sm"
              kind="primary"
              action={t.makeBatch(name)}
              title={t.makeTitle}
              text={t.makeNote(name, ...sumOf(method))}
              busy={make.isPending}
              onStep={() => make.mutate(method, { onSuccess: () => toast(t.made) })}
            />
          ))}
        </span>
      </div>
      <div className={css.body}>
        <Note tone="warn">{t.private}</Note>
        <details className={ui.small}>
          <summary>{t.format}</summary>
          <p>{t.formatLead}</p>
          <pre className={css.code}>{EXAMPLE}</pre>
        </details>
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
          const clean = told.failed === 0 && told.problems.length === 0
          toast(t.resultsDone(formatExact(told.paid), formatExact(told.failed)), undefined, clean ? 'success' : 'warning')
        },
      },
    )
  }
  return (
    <li>
      <div className={css.line}>
        <div className={ui.grow}>
          <b>
            {batch.method_name} <span className={ui.subtle}>{batch.id}</span>
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
