import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import type { SearchHit } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { listingParams } from '@/lib/links'
import type { DisplayMode } from '@/stores/prefs'
import { showsLoaders } from '../model/hit-view'
import { changed, type ListingSearch, type Sort } from '../model/search-state'
import { useChosen } from '../use-chosen'
import { useFitting } from '../use-fitting'
import { HitCell } from './hit-cell'
import { HitRow } from './hit-row'
import { HitShot } from './hit-shot'
import projectCardCss from '@/components/ui/project-card.module.css'
import rowsCss from '@/components/ui/rows.module.css'
import ui from '@/components/ui/ui.module.css'

const EAGER = 6

type ResultsProps = {
  hits: SearchHit[]
  type: ContentType
  mode: DisplayMode
  search: ListingSearch
  stale: boolean
  button: ((hit: SearchHit) => ReactNode) | undefined
}

/** The results in the chosen mode; dimmed while newer ones are on the way. */
export function Results({ hits, type, mode, search, stale, button }: ResultsProps) {
  const fitting = useFitting(type, search, hits)
  const chosen = useChosen()(type.id, search)
  const props = (hit: SearchHit, index: number) => ({
    hit,
    type,
    eager: index < EAGER,
    byCreation: search.s === 'newest',
    fits: fitting.includes(hit.project_id),
    chosen,
    button: button?.(hit),
  })
  const heading = <h2 className={ui.visuallyHidden}>{t.resultsLabel}</h2>
  const busy = { 'aria-busy': stale || undefined, 'aria-label': t.resultsLabel }
  if (mode === 'grid') {
    return (
      <section className={cn(projectCardCss.cells, stale && ui.stale)} {...busy}>
        {heading}
        {hits.map((hit, index) => (
          <HitCell key={hit.project_id} {...props(hit, index)} />
        ))}
      </section>
    )
  }
  if (mode === 'gallery') {
    return (
      <section className={cn(projectCardCss.shots, projectCardCss.gallery, stale && ui.stale)} {...busy}>
        {heading}
        {hits.map((hit, index) => (
          <HitShot key={hit.project_id} {...props(hit, index)} />
        ))}
      </section>
    )
  }
  return (
    <section className={cn(rowsCss.root, ui.card, stale && ui.stale)} {...busy}>
      {heading}
      <div className={rowsCss.head}>
        <span>{t.columns.project}</span>
        <span>{type.id === 'software' ? null : showsLoaders(type) ? t.columns.fit : t.columns.fitPlain}</span>
        <SortLink type={type} search={search} sort="downloads" label={t.columns.downloads} className={rowsCss.right} />
        <span className={rowsCss.right}>
          <SortLink type={type} search={search} sort="follows" label={t.follows} /> ·{' '}
          {search.s === 'newest' ? (
            <SortLink type={type} search={search} sort="newest" label={t.created} />
          ) : (
            <SortLink type={type} search={search} sort="updated" label={t.updated} />
          )}
        </span>
      </div>
      {hits.map((hit, index) => (
        <HitRow key={hit.project_id} {...props(hit, index)} />
      ))}
    </section>
  )
}

function SortLink({
  type,
  search,
  sort,
  label,
  className,
}: {
  type: ContentType
  search: ListingSearch
  sort: Sort
  label: string
  className?: string
}) {
  const on = search.s === sort
  return (
    <PathLink
      className={cn(className, on && rowsCss.on)}
      aria-current={on || undefined}
      keepScroll
      replace
      to="/$listing"
      params={listingParams(type)}
      search={changed(search, { s: sort })}
    >
      {label}
    </PathLink>
  )
}
