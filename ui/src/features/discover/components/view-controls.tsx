import { Images, LayoutGrid, List } from 'lucide-react'
import { Segmented } from '@/components/ui/segmented'
import { NativeSelect } from '@/components/ui/native-select'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { offsetOf, pageAfterResize, pageOf } from '@/lib/pages'
import { usePrefs, type DisplayMode } from '@/stores/prefs'
import { effectiveSize, pageSizes } from '../model/page-sizes'
import { changed, DEFAULT_SIZE, sorts, type ListingSearch } from '../model/search-state'

const icons = { list: List, grid: LayoutGrid, gallery: Images } as const

type ViewControlsProps = {
  type: ContentType
  search: ListingSearch
  mode: DisplayMode
  size: number
  total: number
  onSearch: (search: ListingSearch) => void
}

/** Order, page size and display mode. */
export function ViewControls({ type, search, mode, size, total, onSearch }: ViewControlsProps) {
  const setMode = usePrefs((state) => state.setDisplayMode)
  const resized = (next: number) => {
    const page = pageAfterResize(pageOf(search.o ?? 0, size), size, next, total)
    return changed(search, { m: next === DEFAULT_SIZE ? undefined : next, o: offsetOf(page, next) || undefined })
  }
  const chooseMode = (next: DisplayMode) => {
    setMode(type.id, next)
    const nextSize = effectiveSize(next, search.m ?? DEFAULT_SIZE)
    // The offset must be the beginning of a page of the new size.
    if (search.o && nextSize !== size) onSearch({ ...search, o: offsetOf(pageAfterResize(pageOf(search.o, size), size, nextSize, total), nextSize) })
  }
  return (
    <>
      <NativeSelect
        size="lg"
        label={t.sort}
        prefix={t.sort}
        className="bar-sort"
        value={search.s ?? 'relevance'}
        onValue={(value) => onSearch(changed(search, { s: value === 'relevance' ? undefined : sorts.find((sort) => sort === value) }))}
        options={sorts.map((sort) => ({ value: sort, label: t.sorts[sort] }))}
      />
      <NativeSelect
        size="lg"
        label={t.perPage}
        prefix={t.perPage}
        className="hide-m"
        value={String(size)}
        onValue={(value) => onSearch(resized(Number(value)))}
        options={pageSizes(mode).map((one) => ({ value: String(one), label: t.perPageOf(one) }))}
      />
      <Segmented
        label={t.mode}
        value={mode}
        onValue={chooseMode}
        iconsOnly
        segments={(Object.keys(icons) as DisplayMode[]).map((value) => {
          const Icon = icons[value]
          return { value, label: t.modes[value], icon: <Icon className="i" aria-hidden /> }
        })}
      />
    </>
  )
}
