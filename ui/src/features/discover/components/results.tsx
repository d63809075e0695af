import { PathLink } from '@/components/layout/path-link'
import { cn } from '@/lib/cn'
import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { stringifySearch } from '@/lib/url-search'
import type { DisplayMode } from '@/stores/prefs'
import { showsLoaders } from '../model/hit-view'
import { changed, type ListingSearch, type Sort } from '../model/search-state'
import { useFitting } from '../use-fitting'
import { HitCell } from './hit-cell'
import { HitRow } from './hit-row'
import { HitShot } from './hit-shot'

const EAGER = 6

type ResultsProps = { hits: SearchHit[]; type: ContentType; mode: DisplayMode; search: ListingSearch; stale: boolean }

/** The results in the chosen mode; dimmed while newer ones are on the way. */
export function Results({ hits, type, mode, search, stale }: ResultsProps) {
  const fitting = useFitting(type, search, hits)
  const props = (hit: SearchHit, index: number) => ({ hit, type, eager: index < EAGER, byCreation: search.s === 'newest', fits: fitting.includes(hit.project_id) })
  const heading = <h2 className="sr">{t.resultsLabel}</h2>
  const busy = { 'aria-busy': stale || undefined, 'aria-label': t.resultsLabel }
  if (mode === 'grid') {
    return (
      <section className={cn('cells', stale && 'is-stale')} {...busy}>
        {heading}
        {hits.map((hit, index) => (
          <HitCell key={hit.project_id} {...props(hit, index)} />
        ))}
      </section>
    )
  }
  if (mode === 'gallery') {
    return (
      <section className={cn('shots gal', stale && 'is-stale')} {...busy}>
        {heading}
        {hits.map((hit, index) => (
          <HitShot key={hit.project_id} {...props(hit, index)} />
        ))}
      </section>
    )
  }
  return (
    <section className={cn('rows card', stale && 'is-stale')} {...busy}>
      {heading}
      <div className="rows-head">
        <span>{t.columns.project}</span>
        <span>{type.id === 'software' ? null : showsLoaders(type) ? t.columns.fit : t.columns.fitPlain}</span>
        <SortLink type={type} search={search} sort="downloads" label={t.columns.downloads} className="r" />
        <span className="r">
          <SortLink type={type} search={search} sort="follows" label={t.follows} /> · {search.s === 'newest' ? <SortLink type={type} search={search} sort="newest" label={t.created} /> : <SortLink type={type} search={search} sort="updated" label={t.updated} />}
        </span>
      </div>
      {hits.map((hit, index) => (
        <HitRow key={hit.project_id} {...props(hit, index)} />
      ))}
    </section>
  )
}

function SortLink({ type, search, sort, label, className }: { type: ContentType; search: ListingSearch; sort: Sort; label: string; className?: string }) {
  const on = search.s === sort
  return (
    <PathLink className={cn(className, on && 'is-on')} aria-current={on || undefined} keepScroll replace href={`${type.path}${stringifySearch(changed(search, { s: sort }))}`}>
      {label}
    </PathLink>
  )
}
