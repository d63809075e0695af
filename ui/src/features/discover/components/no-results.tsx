import { RotateCcw, SearchX } from 'lucide-react'
import { Elsewhere, Popular } from '@/features/directory/parts'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { noResultsText as t } from '@/lib/i18n/zh-Hans/no-results'
import { listingParams } from '@/lib/links'
import { pageCount } from '@/lib/pages'
import { changed, everything, filterCount, onPage, withoutFilters, type ListingSearch } from '../model/search-state'
import { Chips } from './active-chips'
import ui from '@/components/ui/ui.module.css'
import css from './no-results.module.css'

type NoResultsProps = { type: ContentType; search: ListingSearch; size: number; total: number; onSearch: (search: ListingSearch) => void }

/** An empty result: the filters to remove, or the link to the last page. */
export default function NoResults({ type, search, size, total, onSearch }: NoResultsProps) {
  if (total > 0) {
    const pages = pageCount(total, size)
    return (
      <Empty className={cn(ui.card, ui.above12)} level={2} icon={SearchX} title={t.pastTitle} hint={t.pastHint(formatExact(pages))}>
        <PathLink className={buttonClass()} to="/$listing" params={listingParams(type)} search={onPage(search, pages, size)}>
          {t.toLastPage}
        </PathLink>
      </Empty>
    )
  }
  const filters = filterCount(search)
  if (filters === 0) {
    return (
      <Empty
        className={cn(ui.card, ui.above12)}
        level={2}
        icon={SearchX}
        title={t.emptyTitle}
        hint={search.q ? t.emptyText(search.q, type.label) : t.emptyPlain}
      >
        {search.q ? <Button onClick={() => onSearch(everything(search))}>{t.clearText}</Button> : null}
        {search.q ? <Elsewhere here={type.path.slice(1)} text={search.q} /> : null}
        {search.q ? <Popular /> : null}
      </Empty>
    )
  }
  return (
    <Empty
      className={cn(ui.card, ui.above12, css.chips)}
      level={2}
      icon={SearchX}
      title={t.emptyTitle}
      hint={t.emptyWith(filters + (search.q ? 1 : 0), type.label)}
    >
      <Chips type={type} search={search} onSearch={onSearch} />
      {search.q ? (
        <Button size="xs" onClick={() => onSearch(changed(search, { q: undefined }))}>
          {t.clearText}
        </Button>
      ) : null}
      <span className={css.break} />
      <Button kind="primary" onClick={() => onSearch(withoutFilters(search))}>
        <RotateCcw className={ui.icon} aria-hidden />
        {t.clearFilters}
      </Button>
      {search.q ? <Elsewhere here={type.path.slice(1)} text={search.q} /> : null}
      {search.q ? <Popular /> : null}
    </Empty>
  )
}
