import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { PackageOpen, Search, SearchX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Pagination } from '@/components/ui/pagination'
import { ModeChoice, ResultsSkeleton, shownMode } from '@/features/discover'
import { hrefOf } from '@/lib/address'
import type { UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { discoverText } from '@/lib/i18n/zh-Hans/discover'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { pageCount, pageOf } from '@/lib/pages'
import { usePrefs } from '@/stores/prefs'
import { profileQueries } from '../api/queries'
import { profileAddress, type Profile } from '../model/list'
import { ORDERS, PAGE_SIZE, type ListSearch, type Order } from '../model/list-search'
import { OwnedRows } from './owned-rows'
import listBarCss from '@/components/ui/list-bar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './owned-list.module.css'

const TYPED_MS = 300

type OwnedListProps = {
  of: Profile
  id: string
  kind: UrlType | undefined
  search: ListSearch /** Projects there are without any narrowing. */
  count: number
  empty?: ReactNode
}

/** The projects of a user or an organisation, in the chosen order and display mode. */
export function OwnedList({ of, id, kind, search, count, empty }: OwnedListProps) {
  const router = useRouter()
  const mode = usePrefs((state) => state.searchDisplayMode.user ?? 'list')
  const setMode = usePrefs((state) => state.setDisplayMode)
  const page = useQuery({ ...profileQueries.projects(of, id, search, kind), placeholderData: keepPreviousData })
  const go = (next: ListSearch) => void router.navigate({ ...profileAddress(of, id, kind, next), replace: true, resetScroll: false })
  const [text, setText] = useTyped(search.q ?? '', (q) => go({ ...(search.s ? { s: search.s } : {}), ...(q ? { q } : {}) }))
  if (count === 0) return empty ?? <Empty className={ui.card} level={2} icon={PackageOpen} title={t.noProjects} hint={t.noProjectsHint} />
  return (
    <section aria-label={t.projects} className={css.root}>
      <h2 className={ui.visuallyHidden}>{t.projects}</h2>
      <div className={listBarCss.root} role="search">
        <SearchInput
          className={listBarCss.text}
          value={text}
          onValue={setText}
          label={t.find}
          placeholder={t.find}
          icon={<Search className={ui.icon} aria-hidden />}
        />
        <NativeSelect
          label={discoverText.sort}
          prefix={discoverText.sort}
          className={listBarCss.sort}
          value={search.s ?? 'downloads'}
          onValue={(s) => go({ ...(search.q ? { q: search.q } : {}), ...(s === 'downloads' ? {} : { s: s as Order }) })}
          options={ORDERS.map((value) => ({ value, label: t.orders[value] }))}
        />
        <ModeChoice mode={mode} hits={page.data?.hits} onMode={(next) => setMode('user', next)} />
      </div>
      {found()}
    </section>
  )

  function found() {
    if (!page.data)
      return page.isError ? (
        <ErrorCard error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <ResultsSkeleton mode={mode} size={Math.min(count, PAGE_SIZE)} />
      )
    const { hits, total_hits: total } = page.data
    if (hits.length === 0) {
      return (
        <Empty className={ui.card} icon={SearchX} title={t.noneFound} hint={t.noneFoundHint}>
          <Button onClick={() => setText('')}>{t.showAll}</Button>
        </Empty>
      )
    }
    const offset = search.o ?? 0
    return (
      <>
        <OwnedRows hits={hits} mode={shownMode(mode, hits)} byCreation={search.s === 'newest'} stale={page.isPlaceholderData} />
        {total > PAGE_SIZE ? (
          <div className={listBarCss.foot}>
            <Pagination
              page={pageOf(offset, PAGE_SIZE)}
              count={pageCount(total, PAGE_SIZE)}
              href={(number) => hrefOf(profileAddress(of, id, kind, { ...search, o: (number - 1) * PAGE_SIZE }))}
            />
            <span className={cn(ui.small, ui.tabular, listBarCss.mobileHidden)}>
              {discoverText.range(formatExact(offset + 1), formatExact(offset + hits.length), formatExact(total))}
            </span>
          </div>
        ) : null}
      </>
    )
  }
}

/** A debounced text that follows the address. */
function useTyped(value: string, pass: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      if (typed.trim() !== value.trim()) pass(typed.trim())
      else setTyped(undefined)
    }, TYPED_MS)
    return () => clearTimeout(timer)
  })
  return [typed ?? value, setTyped]
}
