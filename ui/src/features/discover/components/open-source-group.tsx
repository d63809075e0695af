import { Check } from 'lucide-react'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { changed, type ListingSearch } from '../model/search-state'

type OpenSourceGroupProps = { search: ListingSearch; count: number | undefined; text: string; onSearch: (search: ListingSearch) => void }

export function OpenSourceGroup({ search, count, text, onSearch }: OpenSourceGroupProps) {
  const on = search.l === true
  if (text.trim() && !t.openSource.includes(text.trim())) return null
  return (
    <section className="group">
      <h3 className="group-head">{t.groups.license}</h3>
      <ul className="opts" aria-label={t.groups.license}>
        <li className={cn('opt', on && 'is-in')}>
          <button type="button" className="opt-main" aria-pressed={on} onClick={() => onSearch(changed(search, { l: on ? undefined : true }))}>
            <span className="box">{on ? <Check className="i" aria-hidden /> : null}</span>
            <span className="name">{t.openSource}</span>
          </button>
          {count === undefined ? null : <span className="n">{formatExact(count)}</span>}
        </li>
      </ul>
    </section>
  )
}
