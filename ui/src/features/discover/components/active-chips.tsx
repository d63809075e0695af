import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { isLoader, loaderName } from '@/lib/loaders'
import { changed, hasFilters, withoutFilters, type Environment, type ListingSearch } from '../model/search-state'
import { PlayingChip } from './playing-chip'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './active-chips.module.css'

type Chip = { key: string; label: string; not?: boolean; without: ListingSearch }

function facetLabel(facet: string): string {
  const value = facet.slice(facet.indexOf(':') + 1)
  if (facet.startsWith('versions:')) return value
  return isLoader(value) ? loaderName(value) : categoryLabel(value)
}

function drop<V>(list: readonly V[] | undefined, value: V): V[] {
  return (list ?? []).filter((one) => one !== value)
}

/** What narrows the listing, each with the state that lacks it. */
function chipsOf(search: ListingSearch): Chip[] {
  const environment: Record<Environment, string> = { client: t.client, server: t.server }
  return [
    ...(search.v ?? []).map((v) => ({ key: `v${v}`, label: v, without: changed(search, { v: drop(search.v, v) }) })),
    ...(search.g ?? []).map((g) => ({ key: `g${g}`, label: facetLabel(g), without: changed(search, { g: drop(search.g, g) }) })),
    ...(search.f ?? []).map((f) => ({ key: `f${f}`, label: facetLabel(f), without: changed(search, { f: drop(search.f, f) }) })),
    ...(search.e ?? []).map((e) => ({ key: `e${e}`, label: environment[e], without: changed(search, { e: drop(search.e, e) }) })),
    ...(search.l ? [{ key: 'l', label: t.openSource, without: changed(search, { l: undefined }) }] : []),
    ...(search.nf ?? []).map((n) => ({
      key: `n${n}`,
      label: facetLabel(n),
      not: true,
      without: changed(search, { nf: drop(search.nf, n) }),
    })),
  ]
}

/** The filters as chips, each ready to be given up. */
export function Chips({ search, onSearch }: { search: ListingSearch; onSearch: (search: ListingSearch) => void }) {
  return chipsOf(search).map((chip) => (
    <span key={chip.key} className={chip.not ? cn(chipCss.root, chipCss.not) : chipCss.root}>
      {chip.not ? <s>{t.exclude}</s> : null}
      {chip.label}
      <button type="button" aria-label={t.removeFilter(chip.label)} onClick={() => onSearch(chip.without)}>
        <X className={ui.icon14} aria-hidden />
      </button>
    </span>
  ))
}

type ActiveChipsProps = {
  type: ContentType
  search: ListingSearch
  /** How many results there are; undefined while that is being asked. */
  total: number | undefined
  /** The number on show belongs to the question before. */
  stale: boolean
  onSearch: (search: ListingSearch) => void
}

/** How many results there are and what narrows them. */
export function ActiveChips({ type, search, total, stale, onSearch }: ActiveChipsProps) {
  return (
    <div className={css.root}>
      <span className={stale ? cn(css.total, ui.stale) : css.total} role="status" aria-busy={stale || undefined}>
        {total === undefined ? null : t.results(formatExact(total))}
      </span>
      <Chips search={search} onSearch={onSearch} />
      {hasFilters(search) ? (
        <Button kind="quiet" size="xs" onClick={() => onSearch(withoutFilters(search))}>
          {t.clearAll}
        </Button>
      ) : null}
      <PlayingChip type={type} search={search} onSearch={onSearch} />
    </div>
  )
}
