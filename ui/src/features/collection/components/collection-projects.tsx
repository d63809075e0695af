import { FolderHeart, Heart, Search, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { ModeChoice, shownMode } from '@/features/discover'
import type { CollectionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { toast } from '@/stores/toasts'
import { usePrefs } from '@/stores/prefs'
import { useTakeOut } from '../api/commands'
import { orders, type CollectionSearch, type Order } from '../model/address'
import { viewOf } from '../model/view'
import { KeptList } from './kept-list'
import { SelectionBar } from './selection-bar'
import listBarCss from '@/components/ui/list-bar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './collection-projects.module.css'

const STEP = 60

type CollectionProjectsProps = {
  page: CollectionPage
  mine: boolean
  type: ContentType | undefined
  search: CollectionSearch
  onSearch: (search: CollectionSearch) => void
}

/** The projects of a collection, with search and order; its owner may remove some. */
export function CollectionProjects({ page, mine, type, search, onSearch }: CollectionProjectsProps) {
  const mode = usePrefs((state) => state.searchDisplayMode.collection ?? 'list')
  const setMode = usePrefs((state) => state.setDisplayMode)
  const [most, setMost] = useState(STEP)
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const takeOut = useTakeOut(page.id)
  const found = useMemo(
    () => viewOf(page.projects, { type: type?.id, q: search.q, s: search.s }),
    [page.projects, type, search.q, search.s],
  )
  if (page.projects.length === 0) return <NothingYet page={page} mine={mine} />
  const order: Order = search.s ?? 'added'
  const shown = found.slice(0, most)
  const remove = (ids: string[]) => {
    void takeOut.mutateAsync(ids).then(
      () => toast(page.following ? t.unfollowed(ids.length) : t.takenOut(ids.length)),
      () => undefined, // said by the command
    )
    if (chosen) setChosen(new Set([...chosen].filter((id) => !ids.includes(id))))
  }
  return (
    <section aria-labelledby="kept-projects">
      <h2 id="kept-projects" className={ui.visuallyHidden}>
        {t.projects}
      </h2>
      <div className={cn(listBarCss.root, css.bar)}>
        <SearchInput
          className={listBarCss.text}
          label={page.following ? t.searchFollows : t.search}
          placeholder={page.following ? t.searchFollows : t.search}
          value={search.q ?? ''}
          onValue={(q) => onSearch({ ...(search.s ? { s: search.s } : {}), ...(q ? { q } : {}) })}
          icon={<Search className={ui.icon} aria-hidden />}
        />
        <NativeSelect
          label={t.sort}
          prefix={t.sort}
          className={listBarCss.sort}
          value={order}
          onValue={(value) => {
            const next = orders.find((one) => one === value)
            onSearch({ ...(search.q ? { q: search.q } : {}), ...(next && next !== 'added' ? { s: next } : {}) })
          }}
          options={orders.map((value) => ({ value, label: t.sorts[value] }))}
        />
        <ModeChoice mode={mode} hits={shown} onMode={(next) => setMode('collection', next)} />
        {mine && !chosen ? (
          <Button kind="quiet" onClick={() => setChosen(new Set())}>
            {t.select}
          </Button>
        ) : null}
      </div>
      {chosen ? (
        <SelectionBar
          following={page.following}
          chosen={chosen}
          all={found}
          busy={takeOut.isPending}
          onChosen={setChosen}
          onRemove={remove}
        />
      ) : null}
      <p className={ui.visuallyHidden} role="status">
        {t.shown(formatExact(found.length))}
      </p>
      {found.length === 0 ? (
        <Empty className={ui.card} icon={SearchX} title={t.noMatch} hint={t.noMatchHint}>
          {search.q ? (
            <Button onClick={() => onSearch(search.s ? { s: search.s } : {})}>{t.clear}</Button>
          ) : (
            <PathLink className={buttonClass()} to="/collection/$id/{-$projectType}" params={{ id: page.id }}>
              {t.all}
            </PathLink>
          )}
        </Empty>
      ) : (
        <KeptList
          mode={shownMode(mode, shown)}
          projects={shown}
          following={page.following}
          mine={mine}
          chosen={chosen}
          onChosen={setChosen}
          onRemove={(id) => remove([id])}
        />
      )}
      {found.length > most ? (
        <p className={css.more}>
          <Button onClick={() => setMost(most + STEP)}>{t.showMore(formatExact(Math.min(STEP, found.length - most)))}</Button>
        </p>
      ) : null}
    </section>
  )
}

function NothingYet({ page, mine }: { page: CollectionPage; mine: boolean }) {
  const [title, hint] = page.following ? [t.emptyFollows, t.emptyFollowsHint] : [t.empty, mine ? t.emptyOwn : t.emptyHint]
  return (
    <Empty className={ui.card} level={2} icon={page.following ? Heart : FolderHeart} title={title} hint={hint}>
      {mine ? (
        <PathLink className={buttonClass({ kind: 'primary' })} to="/$listing" params={{ listing: 'mods' }}>
          {t.browse}
        </PathLink>
      ) : null}
    </Empty>
  )
}
