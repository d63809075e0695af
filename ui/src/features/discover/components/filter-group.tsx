import { ChevronDown, Search } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Switch } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { besideLazy } from '@/lib/ready-lazy'
import { LONG_FROM, foldedOptions, visibleOptions, type FilterGroup as Group, type FilterOption as Option } from '../model/filter-groups'
import type { ListingSearch } from '../model/search-state'
import { optionState, toggleExcluded, toggleIncluded } from '../model/toggle'
import { useRovingOptions } from '../use-roving-options'
import { FilterOption } from './filter-option'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './filter-group.module.css'

// Both are shown by a press.
const GroupSearch = besideLazy(() => import('./group-search'))
const ClosedSummary = besideLazy(() => import('./closed-summary'))

type FilterGroupProps = {
  group: Group
  search: ListingSearch
  countOf: (option: Option) => number | undefined
  /** The search text of the whole panel. */
  text: string
  showAll: boolean
  onShowAll: (all: boolean) => void
  onSearch: (search: ListingSearch) => void
}

export function FilterGroup({ group, search, countOf, text, showAll, onShowAll, onSearch }: FilterGroupProps) {
  const [open, setOpen] = useState(true)
  const [own, setOwn] = useState<string>()
  const [unfolded, setUnfolded] = useState(false)
  const body = useId()
  const roving = useRovingOptions()
  const chosen = (option: Option) => optionState(search, option) !== 'off'
  const wanted = text.trim() || own || ''
  const visible = visibleOptions(group, { text: wanted, all: showAll, chosen })
  const folded = foldedOptions(group, visible, { text: wanted, chosen, countOf })
  const options = unfolded ? visible : visible.filter((option) => !folded.has(option))
  const long = group.options.length > LONG_FROM
  const fixed = group.id === 'version' && group.options.length >= LONG_FROM
  const picked = group.options.filter((option) => optionState(search, option) === 'in')
  const excluded = group.options.filter((option) => optionState(search, option) === 'out')
  // A list with a fixed height scrolls to the selected option, otherwise to the first with results.
  const chosenAt = options.findIndex(chosen)
  const begins = !fixed || wanted ? -1 : chosenAt >= 0 ? chosenAt : options.findIndex((option) => (countOf(option) ?? 0) > 0)
  const begun = useRef(false)
  const { ref: list } = roving
  useEffect(() => {
    if (begun.current || begins < 0 || !list.current) return
    begun.current = true
    const row = list.current.children[begins]?.getBoundingClientRect()
    // The row before stays visible and shows that the list continues above.
    if (row && list.current.scrollTop === 0) list.current.scrollTop = row.top - list.current.getBoundingClientRect().top - row.height
  }, [begins, list])
  if (visible.length === 0 && !own) return null
  return (
    <section className={css.root}>
      <div className={css.top}>
        <h3>
          <button type="button" className={css.head} aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
            <span>{group.title}</span>
            {picked.length > 0 ? <small>{t.picked(picked.length)}</small> : null}
            {excluded.length > 0 ? <small className={css.out}>{t.excluded(excluded.length)}</small> : null}
            <ChevronDown className={ui.icon} aria-hidden />
          </button>
        </h3>
        {long && open && !text ? (
          <button
            type="button"
            className={css.find}
            aria-expanded={own !== undefined}
            aria-label={t.findIn(group.title)}
            title={t.findIn(group.title)}
            onClick={() => setOwn(own === undefined ? '' : undefined)}
          >
            <Search className={ui.icon14} aria-hidden />
          </button>
        ) : null}
      </div>
      {open ? null : (
        <Suspense>
          <ClosedSummary picked={picked} excluded={excluded} />
        </Suspense>
      )}
      <div id={body} hidden={!open}>
        {own !== undefined && !text ? (
          <Suspense>
            <GroupSearch title={group.title} value={own} onValue={setOwn} onClose={() => setOwn(undefined)} />
          </Suspense>
        ) : null}
        {visible.length === 0 ? <p className={cn(ui.small, css.none)}>{t.noOptions}</p> : null}
        <ul className={cn(css.options, group.columns === 2 && css.two, fixed && css.fixed)} aria-label={group.title} {...roving}>
          {options.map((option) => (
            <FilterOption
              key={option.value}
              option={option}
              state={optionState(search, option)}
              count={countOf(option)}
              onInclude={() => onSearch(toggleIncluded(search, option))}
              onExclude={() => onSearch(toggleExcluded(search, option))}
            />
          ))}
        </ul>
        {folded.size > 0 ? (
          <button
            type="button"
            className={cn(textButtonCss.root, css.fold)}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t.foldEmpty : t.unfoldEmpty(folded.size)}
          </button>
        ) : null}
        {group.all && !wanted ? (
          <div className={css.more}>
            <Switch checked={showAll} onChange={(event) => onShowAll(event.target.checked)}>
              {group.all === 'versions' ? t.allVersions : t.allLoaders}
            </Switch>
          </div>
        ) : null}
      </div>
    </section>
  )
}
