import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { searchesText as t } from '@/lib/i18n/zh-Hans/searches'
import { toast } from '@/stores/toasts'
import { standingQuery, useJudgeTerm, type Standing } from '../searches-api'
import ui from '@/components/ui/ui.module.css'
import css from './searches.module.css'

/** Where the staff strikes terms from the popular searches, and allows them again. */
export function Searches() {
  const standing = useQuery(standingQuery())
  if (standing.data) return <Terms standing={standing.data} />
  if (standing.isError) return <ErrorCard error={standing.error} onRetry={() => void standing.refetch()} />
  return <ItemBones count={6} />
}

function Terms({ standing: { terms, struck } }: { standing: Standing }) {
  const strike = useJudgeTerm(true)
  const allow = useJudgeTerm(false)
  return (
    <div className={css.root}>
      <Part title={t.terms} empty={terms.length > 0 ? undefined : t.none} hint={t.noneHint}>
        {terms.map(({ term, visitors }) => (
          <li key={term}>
            <PathLink className={cn(css.term, ui.clip)} to="/$listing" params={{ listing: 'search' }} search={{ q: term }}>
              {term}
            </PathLink>
            <small className={cn(ui.subtle, ui.tabular)}>{t.visitors(formatExact(visitors))}</small>
            <Button
              size="sm"
              aria-label={t.strikeOf(term)}
              loading={strike.isPending && strike.variables === term}
              onClick={() => strike.mutate(term, { onSuccess: () => toast(t.struckToast(term)) })}
            >
              {t.strike}
            </Button>
          </li>
        ))}
      </Part>
      <Part title={t.struck} empty={struck.length > 0 ? undefined : t.noneStruck} hint={t.noneStruckHint}>
        {struck.map((one) => (
          <li key={one.term}>
            <div className={css.term}>
              <b className={ui.clip}>{one.term}</b>
              <small className={ui.subtle}>
                {t.because(reasonText.name(one.reason_code), one.reason_text)}
                {' · '}
                <Ago time={one.struck} wrap={t.since} />
              </small>
            </div>
            <Button
              size="sm"
              aria-label={t.allowOf(one.term)}
              loading={allow.isPending && allow.variables === one.term}
              onClick={() => allow.mutate(one.term, { onSuccess: () => toast(t.allowedToast(one.term)) })}
            >
              {t.allow}
            </Button>
          </li>
        ))}
      </Part>
    </div>
  )
}

function Part({ title, empty, hint, children }: { title: string; empty: string | undefined; hint: string; children: ReactNode }) {
  return (
    <section className={ui.card} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      {empty ? <Empty level={3} icon={Search} title={empty} hint={hint} /> : <ul className={css.list}>{children}</ul>}
    </section>
  )
}
