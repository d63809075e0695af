import '@/styles/search.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search, SearchX, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { brandName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { offsetOf, pageCount, pageOf } from '@/lib/pages'
import { usePageHead } from '@/lib/title'
import { stringifySearch } from '@/lib/url-search'
import { usePrefs } from '@/stores/prefs'
import { searchQueries } from '../api/queries'
import { useSearchText, useSetSearch } from '../hooks'
import { effectiveSize } from '../model/page-sizes'
import { DEFAULT_SIZE, filterCount, hasFilters, withoutFilters, type ListingSearch } from '../model/search-state'
import { ActiveChips } from './active-chips'
import { FilterPanel } from './filter-panel'
import { Results } from './results'
import { ResultsSkeleton } from './results-skeleton'
import { ViewControls } from './view-controls'

const FilterSheet = lazy(() => import('./filter-sheet'))

/** The listing of one type: filters, text, order, results and pages, all in the address. */
export function SearchScreen({ type, search }: { type: ContentType; search: ListingSearch }) {
  const mode = usePrefs((state) => state.searchDisplayMode[type.id] ?? 'gallery')
  const right = usePrefs((state) => state.rightSearchLayout)
  const size = effectiveSize(mode, search.m ?? DEFAULT_SIZE)
  const setSearch = useSetSearch(type)
  const [text, setText] = useSearchText(search, setSearch)
  const [sheet, setSheet] = useState(false)
  const page = useQuery({ ...searchQueries.page({ type, search, size }), placeholderData: keepPreviousData })
  usePageHead(t.title(type.label, brandName()), { description: t.description(type.label, brandName()) })
  useScrollOnPage(search.o ?? 0)

  const total = page.data?.total_hits
  const current = pageOf(search.o ?? 0, size)
  return (
    <div className={cn('search', right && 'search-right')}>
      <aside className="filters" aria-label={t.filtersTitle}>
        <h2 className="sr">{t.filtersTitle}</h2>
        <FilterPanel type={type} search={search} onSearch={setSearch} />
      </aside>
      <section className="search-main">
        <h1 className="sr">{type.label}</h1>
        <div className="bar" role="search" data-search-main>
          <SearchInput size="lg" className="bar-text" value={text} onValue={setText} label={t.placeholder(type.label)} placeholder={t.placeholder(type.label)} icon={<Search className="i" aria-hidden />} />
          <ViewControls type={type} search={search} mode={mode} size={size} total={total ?? 0} onSearch={setSearch} />
          <Button kind="outline" size="lg" className="open-filters" aria-haspopup="dialog" onClick={() => setSheet(true)}>
            <SlidersHorizontal className="i" aria-hidden />
            {t.filters}
            {hasFilters(search) ? <span className="badge is-accent">{filterCount(search)}</span> : null}
          </Button>
        </div>
        <ActiveChips search={search} total={total} onSearch={setSearch} />
        {page.isError && !page.data ? <ErrorCard className="mt-3" error={page.error} onRetry={() => void page.refetch()} /> : null}
        {page.isPending ? <ResultsSkeleton mode={mode} /> : null}
        {page.data && page.data.hits.length > 0 ? <Results hits={page.data.hits} type={type} mode={mode} search={search} stale={page.isPlaceholderData} /> : null}
        {page.data && page.data.hits.length === 0 ? (
          <Empty className="card mt-3" icon={SearchX} title={t.emptyTitle} hint={hasFilters(search) || search.q ? t.emptyFiltered : t.emptyPlain}>
            {hasFilters(search) ? <Button onClick={() => setSearch(withoutFilters(search))}>{t.reset}</Button> : null}
          </Empty>
        ) : null}
        {page.data && page.data.hits.length > 0 ? (
          <div className="foot-bar">
            <Pagination
              page={current}
              count={pageCount(page.data.total_hits, size)}
              link={(number, inner, attributes) => (
                <PathLink key={`${number}-${attributes['aria-label'] ?? ''}`} keepScroll href={`${type.path}${stringifySearch({ ...search, o: offsetOf(number, size) || undefined })}`} {...attributes}>
                  {inner}
                </PathLink>
              )}
            />
            <span className="subtle t12 num hide-m">
              {t.range(formatExact((search.o ?? 0) + 1), formatExact((search.o ?? 0) + page.data.hits.length), formatExact(page.data.total_hits))}
            </span>
          </div>
        ) : null}
      </section>
      {sheet ? (
        <Suspense>
          <FilterSheet onClose={() => setSheet(false)} type={type} search={search} total={total} onSearch={setSearch} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Another page of results begins at its top; where Back leads is left to the router. */
function useScrollOnPage(offset: number): void {
  const before = useRef(offset)
  useEffect(() => {
    if (before.current === offset) return
    before.current = offset
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
  }, [offset])
}
