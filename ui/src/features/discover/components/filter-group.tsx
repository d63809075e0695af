import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Switch } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { visibleOptions, type FilterGroup as Group } from '../model/filter-groups'
import type { ListingSearch } from '../model/search-state'
import { optionState, toggleExcluded, toggleIncluded } from '../model/toggle'
import { FilterOption } from './filter-option'

const FIXED_FROM = 8

type FilterGroupProps = {
  group: Group
  search: ListingSearch
  counts: Record<string, number> | undefined
  text: string
  showAll: boolean
  onShowAll: (all: boolean) => void
  onSearch: (search: ListingSearch) => void
}

export function FilterGroup({ group, search, counts, text, showAll, onShowAll, onSearch }: FilterGroupProps) {
  const [open, setOpen] = useState(true)
  const body = useId()
  const states = group.options.map((option) => optionState(search, option))
  const picked = states.filter((state) => state === 'in').length
  const excluded = states.filter((state) => state === 'out').length
  const options = visibleOptions(group, { text, all: showAll, chosen: (option) => optionState(search, option) !== 'off' })
  if (options.length === 0) return null
  const count = (facets: string[]) => (counts ? facets.reduce((sum, facet) => sum + (counts[facet] ?? 0), 0) : undefined)
  return (
    <section className="group">
      <h3>
        <button type="button" className="group-head" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          <span>{group.title}</span>
          {picked > 0 ? <small>{t.picked(picked)}</small> : null}
          {excluded > 0 ? <small>{t.excluded(excluded)}</small> : null}
          <ChevronDown className="i" aria-hidden />
        </button>
      </h3>
      <div id={body} hidden={!open}>
        <ul className={cn('opts', group.columns === 2 && 'opts-2', group.id === 'version' && options.length >= FIXED_FROM && 'opts-fix')} aria-label={group.title}>
          {options.map((option) => (
            <FilterOption
              key={option.value}
              option={option}
              state={optionState(search, option)}
              count={count(option.counted)}
              onInclude={() => onSearch(toggleIncluded(search, option))}
              onExclude={() => onSearch(toggleExcluded(search, option))}
            />
          ))}
        </ul>
        {group.all && !text ? (
          <div className="opt-more">
            <Switch checked={showAll} onChange={(event) => onShowAll(event.target.checked)}>
              {group.all === 'versions' ? t.allVersions : t.allLoaders}
            </Switch>
          </div>
        ) : null}
      </div>
    </section>
  )
}
