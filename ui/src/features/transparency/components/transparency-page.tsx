import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Figures as FigureCard } from '@/components/ui/figures'
import { formatShare, formatSpan } from '@/features/review'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { transparencyText as t } from '@/lib/i18n/zh-Hans/transparency'
import ui from '@/components/ui/ui.module.css'
import { decided, isEmpty, overturnRate, type Figures } from '../model'
import { transparencyQuery } from '../queries'
import { DecisionChart, OverturnChart, WaitChart } from './month-charts'
import { ReasonTable } from './reason-table'
import { TypeTable } from './type-table'
import css from './transparency.module.css'

/** How the staff decides, for everybody. */
export function TransparencyPage() {
  const figures = useQuery(transparencyQuery)
  const { data } = figures
  return (
    <div className={cn(ui.pile, css.root)}>
      <header>
        <h1>{t.title}</h1>
        <p className={ui.muted}>{t.lead}</p>
      </header>
      {figures.isError && !data ? <ErrorCard error={figures.error} onRetry={() => void figures.refetch()} /> : null}
      {figures.isLoading ? (
        <Loading className={cn(ui.card, ui.cardPad)}>
          <Bone w="40%" h={24} />
          <Bone className={ui.above12} h={220} />
        </Loading>
      ) : null}
      {data ? <Known figures={data} /> : null}
      <section className={cn(ui.card, ui.cardPad, css.method)} aria-labelledby="transparency-method">
        <h2 id="transparency-method">{t.method}</h2>
        <ul>
          {t.methods.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Known({ figures }: { figures: Figures }) {
  return (
    <>
      {figures.left_out ? <Note>{t.demo}</Note> : null}
      <Recent figures={figures} />
      {isEmpty(figures) ? (
        <section className={ui.card}>
          <Empty level={2} icon={Scale} title={t.empty} hint={t.emptyHint} />
        </section>
      ) : (
        <>
          <TypeTable figures={figures} />
          <DecisionChart months={figures.months} />
          <WaitChart months={figures.months} />
          <OverturnChart months={figures.months} />
          <ReasonTable reasons={figures.reasons} />
        </>
      )}
    </>
  )
}

function Recent({ figures: { recent, waiting } }: { figures: Figures }) {
  const all = decided(recent)
  const rate = overturnRate(recent)
  const outcome = (name: keyof typeof t.outcomes) => ({
    name: t.outcomes[name],
    value: formatCount(recent[name]),
    title: formatExact(recent[name]),
    small: all > 0 ? formatShare(recent[name] / all) : undefined,
  })
  const span = (seconds: number | null) => (seconds === null ? t.noWait : formatSpan(seconds))
  return (
    <section aria-labelledby="transparency-recent">
      <h2 id="transparency-recent" className={css.heading}>
        {t.recent}
      </h2>
      <div className={ui.pile}>
        <FigureCard
          figures={[
            { name: t.decisions, value: formatCount(all), title: formatExact(all) },
            outcome('approved'),
            outcome('rejected'),
            outcome('withheld'),
          ]}
        />
        <FigureCard
          figures={[
            { name: t.median, value: span(recent.median_seconds) },
            { name: t.p95, value: span(recent.p95_seconds) },
            { name: t.overturned, value: formatCount(recent.overturned), small: rate === null ? undefined : formatShare(rate) },
            {
              name: t.waiting,
              value: formatCount(waiting.projects),
              small: waiting.median_seconds === null ? undefined : t.waited(formatSpan(waiting.median_seconds)),
            },
          ]}
        />
      </div>
    </section>
  )
}
