import { Check } from 'lucide-react'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { changed, type ListingSearch } from '../model/search-state'
import ui from '@/components/ui/ui.module.css'
import filterGroupCss from './filter-group.module.css'
import filterOptionCss from './filter-option.module.css'

type OpenSourceGroupProps = { search: ListingSearch; count: number | undefined; text: string; onSearch: (search: ListingSearch) => void }

export function OpenSourceGroup({ search, count, text, onSearch }: OpenSourceGroupProps) {
  const on = search.l === true
  if (text.trim() && !t.openSource.includes(text.trim())) return null
  return (
    <section className={filterGroupCss.root}>
      <h3 className={filterGroupCss.head}>{t.groups.license}</h3>
      <ul className={filterGroupCss.options} aria-label={t.groups.license}>
        <li className={cn(filterOptionCss.root, on && filterOptionCss.in)}>
          <button
            type="button"
            className={filterOptionCss.main}
            aria-pressed={on}
            onClick={() => onSearch(changed(search, { l: on ? undefined : true }))}
          >
            <span className={filterOptionCss.box}>{on ? <Check className={ui.icon} aria-hidden /> : null}</span>
            <span className={filterOptionCss.name}>{t.openSource}</span>
          </button>
          {count === undefined ? null : <span className={filterOptionCss.number}>{formatExact(count)}</span>}
        </li>
      </ul>
    </section>
  )
}
