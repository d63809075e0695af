import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Search, SlidersHorizontal, WifiOff } from 'lucide-react'
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { hrefOf } from '@/lib/address'
import type { SearchHit, SearchPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { listingParams } from '@/lib/links'
import { pageCount, pageOf } from '@/lib/pages'
import { useMedia } from '@/lib/use-media'
import { useSeenSearch } from '@/lib/use-seen-search'
import { usePrefs, type DisplayMode } from '@/stores/prefs'
import { listingSize } from '@/lib/sizes.gen'
import { PlaceTabs } from '@/features/directory'
import { searchQueries } from '../api/queries'
import { scrollToTop, useSearchText, useSetSearch } from '../hooks'
import { shownMode } from '../model/shown-mode'
import { effectiveSize } from '../model/page-sizes'
import { filterCount, hasFilters, onPage, type ListingSearch } from '../model/search-state'
import { ActiveChips } from './active-chips'
import { FeatureBones } from './feature-bones'
import { FilterPanel } from './filter-panel'
import { Results } from './results'
import { ResultsSkeleton } from './results-skeleton'
import { ViewControls } from './view-controls'
import badgeCss from '@/components/ui/badge.module.css'
import listBarCss from '@/components/ui/list-bar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './search-screen.module.css'

const ListingFeature = lazy(() => import('./listing-feature'))
const NoResults = lazy(() => import('./no-results'))
const FilterSheet = lazy(() => import('./filter-sheet'))

/** What a listing becomes while its results are installed on a server. */
export type Install = {
  /** What is asked for in place of the address. */
  asked: ListingSearch
  /** The groups of filters that the server decides. */
  locked: readonly string[]
  card: ReactNode
  /** What a result has in the place of its days. */
  button?: (hit: SearchHit) => ReactNode
}

type SearchScreenProps = { type: ContentType; search: ListingSearch; install?: Install }

/** The listing of one type: filters, text, order, results and pages, all in the address. */
export function SearchScreen({ type, search, install }: SearchScreenProps) {
  const mode = usePrefs((state) => state.searchDisplayMode[type.id] ?? 'gallery')
  const right = usePrefs((state) => state.rightSearchLayout)
  const size = effectiveSize(mode, search.m ?? listingSize)
  const setSearch = useSetSearch(type)
  const [text, setText] = useSearchText(search, setSearch)
  const [sheet, setSheet] = useState(false)
  const narrow = useMedia('(max-width: 1023px)')
  const place = type.id === 'modpack' || type.id === 'software' ? type.id : undefined
  const page = useQuery({ ...searchQueries.page({ type, search: install?.asked ?? search, size }), placeholderData: keepPreviousData })
  useSeenSearch(search, !page.isPlaceholderData && Boolean(page.data?.total_hits))

  const total = page.data?.total_hits
  const narrowed = Boolean(search.sid ?? search.q ?? search.o) || hasFilters(search)
  return (
    <div className={cn(css.root, right && css.right)}>
      {narrow ? null : (
        <aside className={css.filters} aria-label={t.filtersTitle}>
          <h2 className={ui.visuallyHidden}>{t.filtersTitle}</h2>
          {install?.card}
          <FilterPanel
            type={type}
            search={search}
            install={install}
            nothing={total === 0 && !page.isPlaceholderData}
            onSearch={setSearch}
          />
        </aside>
      )}
      <section className={css.main}>
        <h1 className={ui.visuallyHidden}>{type.label}</h1>
        {narrow ? install?.card : null}
        <div className={listBarCss.root} data-search-main>
          <form role="search" className={listBarCss.text} action={type.path} onSubmit={(event) => event.preventDefault()}>
            <SearchInput
              size="lg"
              name="q"
              value={text}
              onValue={setText}
              label={t.placeholder(type.label)}
              placeholder={t.placeholder(type.label)}
              icon={<Search className={ui.icon} aria-hidden />}
            />
          </form>
          <ViewControls
            type={type}
            search={search}
            mode={mode}
            hits={page.data?.hits}
            size={size}
            total={total ?? 0}
            onSearch={setSearch}
          />
          <Button kind="outline" size="lg" className={css.openFilters} aria-haspopup="dialog" onClick={() => setSheet(true)}>
            <SlidersHorizontal className={ui.icon} aria-hidden />
            {t.filters}
            {hasFilters(search) ? <span className={cn(badgeCss.root, badgeCss.accent)}>{filterCount(search)}</span> : null}
          </Button>
        </div>
        {search.q ? (
          <Suspense fallback={<div className={css.tabs} />}>
            <PlaceTabs here={type.path.slice(1)} text={search.q} />
          </Suspense>
        ) : null}
        {place && !narrowed ? (
          <Suspense fallback={<FeatureBones />}>
            <ListingFeature place={place} />
          </Suspense>
        ) : null}
        <ActiveChips type={type} search={search} total={total} stale={page.isPlaceholderData} onSearch={setSearch} />
        <Found type={type} search={search} mode={mode} size={size} page={page} button={install?.button} onSearch={setSearch} />
      </section>
      {sheet ? (
        <Suspense>
          <FilterSheet
            onClose={() => setSheet(false)}
            type={type}
            search={search}
            install={install}
            mode={mode}
            hits={page.data?.hits}
            size={size}
            total={total}
            onSearch={setSearch}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type FoundProps = {
  type: ContentType
  search: ListingSearch
  mode: DisplayMode
  size: number
  page: UseQueryResult<SearchPage>
  button: Install['button']
  onSearch: (search: ListingSearch) => void
}

/** The results with their pages, or the reason why there are none. */
function Found({ type, search, mode, size, page, button, onSearch }: FoundProps) {
  if (!page.data) {
    if (page.isError) return <ErrorCard className={ui.above12} error={page.error} onRetry={() => void page.refetch()} />
    if (page.fetchStatus === 'paused')
      return <Empty className={cn(ui.card, ui.above12)} level={2} icon={WifiOff} title={t.offlineTitle} hint={t.offlineHint} />
    return <ResultsSkeleton mode={mode} size={size} />
  }
  const { hits, total_hits: total } = page.data
  if (hits.length === 0)
    return (
      <Suspense>
        <NoResults type={type} search={search} size={size} total={total} onSearch={onSearch} />
      </Suspense>
    )
  const offset = search.o ?? 0
  return (
    <>
      <Results hits={hits} type={type} mode={shownMode(mode, hits)} search={search} stale={page.isPlaceholderData} button={button} />
      <div className={listBarCss.foot}>
        <Pagination
          page={pageOf(offset, size)}
          count={pageCount(total, size)}
          keepScroll
          onClick={turnPage}
          href={(number) => hrefOf({ to: '/$listing', params: listingParams(type), search: onPage(search, number, size) })}
        />
        <span className={cn(ui.small, ui.tabular, listBarCss.mobileHidden)}>
          {t.range(formatExact(offset + 1), formatExact(offset + hits.length), formatExact(total))}
        </span>
      </div>
    </>
  )
}

/** A page opened in another tab leaves this one where it is. */
function turnPage(event: MouseEvent): void {
  if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) scrollToTop()
}
