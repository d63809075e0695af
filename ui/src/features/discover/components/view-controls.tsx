import { NativeSelect } from '@/components/ui/native-select'
import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { pageAfterResize, pageOf } from '@/lib/pages'
import { usePrefs, type DisplayMode } from '@/stores/prefs'
import { listingSize } from '@/lib/sizes.gen'
import { effectiveSize, pageSizes } from '../model/page-sizes'
import { changed, onPage, sorts, type ListingSearch } from '../model/search-state'
import { ModeChoice } from './mode-choice'
import listBarCss from '@/components/ui/list-bar.module.css'

type ViewControlsProps = {
  type: ContentType
  search: ListingSearch
  mode: DisplayMode
  /** The results: a gallery of which most had no picture is a list, and is not offered. */
  hits: readonly SearchHit[] | undefined
  size: number
  total: number
  onSearch: (search: ListingSearch) => void
}

/** Order, page size and display mode. */
export function ViewControls(props: ViewControlsProps) {
  const { search, onSearch } = props
  return (
    <>
      <NativeSelect
        size="lg"
        label={t.sort}
        prefix={t.sort}
        className={listBarCss.sort}
        value={search.s ?? 'relevance'}
        onValue={(value) => onSearch(changed(search, { s: value === 'relevance' ? undefined : sorts.find((sort) => sort === value) }))}
        options={sorts.map((sort) => ({ value: sort, label: t.sorts[sort] }))}
      />
      <PageSize {...props} className={listBarCss.mobileHidden} />
      <ModeSegments {...props} />
    </>
  )
}

/** The page size; the position in the list is kept. */
export function PageSize({
  search,
  mode,
  size,
  total,
  className,
  onSearch,
}: Omit<ViewControlsProps, 'type' | 'hits'> & { className?: string }) {
  const resized = (next: number) => {
    const page = pageAfterResize(pageOf(search.o ?? 0, size), size, next, total)
    return onPage({ ...search, m: next }, page, next)
  }
  return (
    <NativeSelect
      size="lg"
      label={t.perPage}
      prefix={t.perPage}
      {...(className ? { className } : {})}
      value={String(size)}
      onValue={(value) => onSearch(resized(Number(value)))}
      options={pageSizes(mode).map((one) => ({ value: String(one), label: t.perPageOf(one) }))}
    />
  )
}

/** List, grid or gallery, remembered for the type. */
export function ModeSegments({ type, search, mode, hits, size, total, onSearch }: ViewControlsProps) {
  const setMode = usePrefs((state) => state.setDisplayMode)
  const choose = (next: DisplayMode) => {
    setMode(type.id, next)
    const nextSize = effectiveSize(next, search.m ?? listingSize)
    // The offset must be the beginning of a page of the new size.
    if (search.o && nextSize !== size) onSearch(onPage(search, pageAfterResize(pageOf(search.o, size), size, nextSize, total), nextSize))
  }
  return <ModeChoice mode={mode} hits={hits} onMode={choose} />
}
