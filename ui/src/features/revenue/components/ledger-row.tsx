import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { IconButton } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatMoney } from '@/lib/money'
import { revenueQueries } from '../api'
import { basisText, dayText, monthText, sourceName } from '../model/words'
import type { LedgerKind, LedgerLine, LedgerMaking } from '../types'
import { ProjectName } from './project-name'
import { Region } from './region'
import numbersCss from '@/components/ui/number-table.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './ledger.module.css'

const tones: Record<LedgerKind, Tone> = {
  settlement: 'neutral',
  payout: 'accent',
  refund: 'info',
  correction: 'warn',
  return: 'bad',
  closing: 'neutral',
}

const COLUMNS = 6

/** A line of the ledger. A settlement opens to the days, the rule and the split that made it. */
export function LedgerRow({ line, currency }: { line: LedgerLine; currency: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const spent = centsOf(line.amount) < 0
  const number = formatExact(line.number)
  return (
    <>
      <tr>
        <td className={cn(ui.subtle, ui.oneLine, tableCss.mobileHidden)}>{line.at.slice(0, 10)}</td>
        <td className={ui.oneLine}>
          <Badge tone={tones[line.kind]}>{t.ledger.kinds[line.kind]}</Badge>
        </td>
        <td className={css.what}>
          <span className={css.text}>
            <What line={line} />
            {line.kind === 'settlement' ? (
              <IconButton
                size="xs"
                kind="quiet"
                label={t.ledger.open(number)}
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                onClick={() => setOpen(!open)}
              >
                <ChevronDown className={cn(ui.icon14, open && css.turned)} aria-hidden />
              </IconButton>
            ) : null}
          </span>
          <Note line={line} />
        </td>
        <td className={cn(tableCss.right, spent ? tableCss.mobileEnd : tableCss.mobileHidden)}>
          {spent ? formatMoney(line.amount, currency) : null}
        </td>
        <td className={cn(tableCss.right, ui.ok, spent ? tableCss.mobileHidden : tableCss.mobileEnd)}>
          {spent ? null : formatMoney(line.amount, currency, true)}
        </td>
        <td className={cn(tableCss.right, tableCss.mobileHidden)}>
          <b>{formatMoney(line.balance, currency)}</b>
        </td>
      </tr>
      {open ? (
        <tr className={css.opened}>
          <td id={id} colSpan={COLUMNS} className={tableCss.mobileWide}>
            <Making line={line} currency={currency} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function What({ line }: { line: LedgerLine }) {
  const { kind, month, source, project } = line
  const words = t.ledger
  if (kind === 'settlement') {
    const text = words.settlement(month ? monthText(month) : '', sourceName(source ?? ''))
    return (
      <span>
        {text}
        {project ? (
          <>
            {words.comma}
            <ProjectName project={project} />
          </>
        ) : null}
      </span>
    )
  }
  if (kind === 'correction') return <span>{month ? words.correctionOf(monthText(month)) : words.correction}</span>
  const text = kind === 'refund' ? <Refund payout={line.payout} /> : words[kind]
  if (line.payout === null) return <span>{text}</span>
  return (
    <PathLink
      className={ui.link}
      to="/dashboard/revenue/{-$part}"
      params={{ part: 'transfers' }}
      search={{ payout: line.payout }}
      title={words.toPayout}
    >
      {text}
    </PathLink>
  )
}

/** Why a withdrawal went back to the balance: it failed, or was cancelled. */
function Refund({ payout }: { payout: string | null }) {
  const state = useQuery({ ...revenueQueries.payouts(), select: (list) => list.find(({ id }) => id === payout)?.state }).data
  return t.ledger.refunds[state === 'failed' || state === 'cancelled' ? state : 'other']
}

function Note({ line }: { line: LedgerLine }) {
  const later = line.value_date !== null && line.value_date > new Date().toISOString().slice(0, 10)
  if (line.reason) return <small className={ui.small}>{t.ledger.reason(line.reason)}</small>
  return later && line.value_date ? <small className={ui.small}>{t.ledger.later(dayText(line.value_date))}</small> : null
}

function Making({ line, currency }: { line: LedgerLine; currency: string }) {
  const query = useQuery(revenueQueries.making(line.number))
  return (
    <Region query={query} height={140}>
      {(making) => <MakingTable making={making} currency={currency} />}
    </Region>
  )
}

function MakingTable({ making: { line, days }, currency }: { making: LedgerMaking; currency: string }) {
  const title = t.making.title(formatExact(line.number))
  if (days.length === 0) return <p className={ui.muted}>{t.making.none}</p>
  return (
    <div className={css.making}>
      <h3>{title}</h3>
      <p className={ui.small}>{t.making.lead}</p>
      {/* What scrolls can be scrolled by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
      <div className={numbersCss.scroll} role="group" aria-label={title} tabIndex={0}>
        <DataTable className={numbersCss.root} columns={[t.making.day, t.making.rule, t.making.project, t.making.split, t.making.amount]}>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>
                <span className={css.rule}>
                  {day.rule}
                  <code title={t.making.hash}>{day.hash.slice(0, HASH)}</code>
                  <CopyButton text={day.hash} label={t.making.copyHash(day.day)} />
                  <code title={t.making.inputs}>{day.inputs.slice(0, HASH)}</code>
                  <CopyButton text={day.inputs} label={t.making.copyInputs(day.day)} />
                </span>
              </td>
              <td>{formatMoney(day.project, currency)}</td>
              <td className={ui.oneLine}>{splitText(day.basis_points, day.people)}</td>
              <td>{formatMoney(day.amount, currency)}</td>
            </tr>
          ))}
        </DataTable>
      </div>
    </div>
  )
}

const HASH = 8

const splitText = (points: number, people: number): string =>
  people > 1 ? t.making.others(basisText(points), people - 1) : t.making.whole(basisText(points))
