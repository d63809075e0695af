import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NativeSelect } from '@/components/ui/native-select'
import { SearchInput } from '@/components/ui/input'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { remember } from '@/lib/recent-searches'
import type { Place } from '@/lib/places'
import type { PlaceSearch } from '../queries'
import { AllFound, CollectionsFound, PeopleFound } from './found'
import { ListMode } from './list-mode'
import PlaceTabs from './place-tabs'
import listBarCss from '@/components/ui/list-bar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './directory.module.css'

const DEBOUNCE_MS = 200
const REMEMBER_MS = 1500

type Order = readonly [value: 'relevance' | 'downloads' | 'newest' | 'updated', label: string]

/** The orders of a place; the first is the server's own, which is another one for people who are searched for. */
function ordersOf(place: Place, text: string): readonly Order[] {
  switch (place) {
    case 'search':
      return [
        ['relevance', t.sorts.best],
        ['downloads', t.sorts.downloads],
        ['newest', t.sorts.created],
        ['updated', t.sorts.updated],
      ]
    case 'users':
      if (!text)
        return [
          ['relevance', t.sorts.downloads],
          ['newest', t.sorts.newest],
        ]
      return [
        ['relevance', t.sorts.best],
        ['downloads', t.sorts.downloads],
        ['newest', t.sorts.newest],
      ]
    case 'organizations':
      return [
        ['relevance', t.sorts.downloads],
        ['newest', t.sorts.created],
      ]
    default:
      return [
        ['relevance', t.sorts.updated],
        ['newest', t.sorts.created],
      ]
  }
}

/** The search of everything, of people, of teams or of collections: text, order and page are in the address. */
export default function PlaceScreen({ place, search }: { place: Place; search: PlaceSearch }) {
  const router = useRouter()
  const [text, setText] = useState(search.q ?? '')
  const sent = useRef(search.q ?? '')
  const go = (change: { q?: string | undefined; s?: Order[0] | undefined }) => {
    const next = { q: sent.current || undefined, s: search.s as 'newest' | undefined, ...change }
    const href = hrefOf({
      to: '/$listing',
      params: { listing: place },
      search: { ...next, s: next.s === 'relevance' ? undefined : next.s },
    })
    void router.navigate({ href, replace: true, resetScroll: false })
  }
  useEffect(() => {
    // The address changed by other means than typing, by Back for example.
    if ((search.q ?? '') === sent.current) return
    sent.current = search.q ?? ''
    setText(search.q ?? '')
  }, [search.q])
  useEffect(() => {
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      go({ q: text || undefined })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    if (!search.q) return undefined
    const timer = setTimeout(remember, REMEMBER_MS, search.q)
    return () => clearTimeout(timer)
  }, [search.q])
  const q = search.q ?? ''
  const orders = ordersOf(place, q)
  return (
    <div className={css.root}>
      <h1 className={ui.visuallyHidden}>{t.places[place]}</h1>
      <div className={listBarCss.root} data-search-main>
        <form role="search" className={listBarCss.text} action={`/${place}`} onSubmit={(event) => event.preventDefault()}>
          <SearchInput
            size="lg"
            name="q"
            value={text}
            onValue={setText}
            label={t.searchIn[place]}
            placeholder={t.searchIn[place]}
            icon={<Search className={ui.icon} aria-hidden />}
          />
        </form>
        <NativeSelect
          size="lg"
          label={t.sort}
          prefix={t.sort}
          className={listBarCss.sort}
          value={orders.find(([one]) => one === search.s)?.[0] ?? 'relevance'}
          onValue={(value) => go({ s: orders.find(([one]) => one === value)?.[0] })}
          options={orders.map(([value, label]) => ({ value, label }))}
        />
        <ListMode place={place} />
      </div>
      <PlaceTabs here={place} text={q} />
      <div className={cn(ui.above12)}>
        {place === 'search' ? (
          <AllFound search={search} />
        ) : place === 'collections' ? (
          <CollectionsFound search={search} />
        ) : (
          <PeopleFound place={place} search={search} />
        )}
      </div>
    </div>
  )
}

export { load } from '../load'
