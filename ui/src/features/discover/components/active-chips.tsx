import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { isLoader, loaderName } from '@/lib/loaders'
import { useGameSetup } from '@/stores/game-setup'
import { unlabelledLabel } from '../model/filter-groups'
import { chosenPlaying } from '../model/playing'
import { changed, hasFilters, withoutFilters, type Environment, type ListingSearch } from '../model/search-state'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './active-chips.module.css'

const PlayingChip = lazy(() => import('./playing-chip'))

type Chip = { key: string; label: string; not?: boolean; without: ListingSearch }

function facetLabel(type: ContentType, facet: string): string {
  const none = unlabelledLabel(type, facet)
  if (none) return none
  const value = facet.slice(facet.indexOf(':') + 1)
  if (facet.startsWith('versions:')) return value
  return isLoader(value) ? loaderName(value) : categoryLabel(value)
}

function drop<V>(list: readonly V[] | undefined, value: V): V[] {
  return (list ?? []).filter((one) => one !== value)
}

/** The active filters, each with the state without it. */
function chipsOf(type: ContentType, search: ListingSearch): Chip[] {
  const environment: Record<Environment, string> = { client: t.client, server: t.server }
  return [
    ...(search.v ?? []).map((v) => ({
      key: `v${v}`,
      label: unlabelledLabel(type, v) ?? v,
      without: changed(search, { v: drop(search.v, v) }),
    })),
    ...(search.g ?? []).map((g) => ({ key: `g${g}`, label: facetLabel(type, g), without: changed(search, { g: drop(search.g, g) }) })),
    ...(search.f ?? []).map((f) => ({ key: `f${f}`, label: facetLabel(type, f), without: changed(search, { f: drop(search.f, f) }) })),
    ...(search.e ?? []).map((e) => ({ key: `e${e}`, label: environment[e], without: changed(search, { e: drop(search.e, e) }) })),
    ...(search.l ? [{ key: 'l', label: t.openSource, without: changed(search, { l: undefined }) }] : []),
    ...(search.nf ?? []).map((n) => ({
      key: `n${n}`,
      label: facetLabel(type, n),
      not: true,
      without: changed(search, { nf: drop(search.nf, n) }),
    })),
  ]
}

/** The filters as removable chips. */
export function Chips({ type, search, onSearch }: { type: ContentType; search: ListingSearch; onSearch: (search: ListingSearch) => void }) {
  return chipsOf(type, search).map((chip) => (
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
  /** The number of results; undefined while it loads. */
  total: number | undefined
  /** The number belongs to the previous request. */
  stale: boolean
  onSearch: (search: ListingSearch) => void
}

/** The number of results and the active filters. */
export function ActiveChips({ type, search, total, stale, onSearch }: ActiveChipsProps) {
  const playing = useGameSetup((state) => state.gameVersion || state.loader) || chosenPlaying(search) !== undefined
  return (
    <div className={css.root}>
      <span className={stale ? cn(css.total, ui.stale) : css.total} role="status" aria-busy={stale || undefined}>
        {total === undefined ? null : t.results(formatExact(total))}
      </span>
      <Chips type={type} search={search} onSearch={onSearch} />
      {hasFilters(search) ? (
        <Button kind="quiet" size="xs" onClick={() => onSearch(withoutFilters(search))}>
          {t.clearAll}
        </Button>
      ) : null}
      {playing ? (
        <Suspense>
          <PlayingChip type={type} search={search} onSearch={onSearch} />
        </Suspense>
      ) : null}
    </div>
  )
}
