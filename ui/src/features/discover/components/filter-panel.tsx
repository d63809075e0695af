import { useQuery } from '@tanstack/react-query'
import { ListFilter, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { ErrorCard, Bone, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { tagQueries } from '@/lib/tags'
import { filterGroups, visibleOptions } from '../model/filter-groups'
import { changed, hasFilters, withoutFilters, type ListingSearch } from '../model/search-state'
import { useOptionCounts } from '../use-option-counts'
import { FilterGroup } from './filter-group'
import { OpenSourceGroup } from './open-source-group'
import type { Install } from './search-screen'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './filter-panel.module.css'

type FilterPanelProps = {
  type: ContentType
  search: ListingSearch
  install: Install | undefined
  /** Text and filters find nothing. */
  nothing: boolean
  onSearch: (search: ListingSearch) => void
}

/** All filters of a type: the sidebar of a wide page and the sheet of a phone. */
export function FilterPanel({ type, search, install, nothing: noResults, onSearch }: FilterPanelProps) {
  const categories = useQuery(tagQueries.categories())
  const loaders = useQuery(tagQueries.loaders())
  const gameVersions = useQuery(tagQueries.gameVersions())
  const counts = useOptionCounts(type, install?.asked ?? search, noResults)
  const [text, setText] = useState('')
  const [allLoaders, setAllLoaders] = useState(false)
  const groups = useMemo(
    () =>
      categories.data && loaders.data && gameVersions.data
        ? filterGroups(type, { categories: categories.data, loaders: loaders.data, gameVersions: gameVersions.data })
        : undefined,
    [type, categories.data, loaders.data, gameVersions.data],
  )
  const failed = [categories, loaders, gameVersions].find((query) => query.isError)
  if (failed) return <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
  // Options without results are folded, so that the column waits for their numbers rather than move.
  if (!groups || counts.waiting) return <PanelSkeleton />
  const nothing = text.trim() !== '' && groups.every((group) => visibleOptions(group, { text, all: true, chosen: () => true }).length === 0)
  return (
    <>
      <div className={css.top}>
        <SearchInput
          size="sm"
          value={text}
          onValue={setText}
          label={t.filterOptions}
          placeholder={t.filterOptions}
          icon={<ListFilter className={ui.icon} aria-hidden />}
        />
        {hasFilters(search) ? (
          <IconButton kind="quiet" size="sm" label={t.reset} onClick={() => onSearch(withoutFilters(search))}>
            <RotateCcw className={ui.icon} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {groups.map((group) =>
        install?.locked.includes(group.id) ? null : (
          <FilterGroup
            key={group.id}
            group={group}
            search={search}
            countOf={counts.of}
            text={text}
            showAll={group.all === 'versions' ? search.h === true : allLoaders}
            onShowAll={(all) =>
              group.all === 'versions'
                ? onSearch({ ...changed(search, { h: all ? true : undefined }), ...(search.o ? { o: search.o } : {}) })
                : setAllLoaders(all)
            }
            onSearch={onSearch}
          />
        ),
      )}
      <OpenSourceGroup search={search} count={counts.openSource} text={text} onSearch={onSearch} />
      {nothing ? <p className={cn(ui.subtle, ui.text13, ui.cardPad)}>{t.noOptions}</p> : null}
    </>
  )
}

function PanelSkeleton() {
  return (
    <Loading className={ui.stack}>
      <Bone h={32} />
      {[194, 120, 60, 220].map((height) => (
        <Bone key={height} className={skeletonCss.options} h={height} />
      ))}
    </Loading>
  )
}
