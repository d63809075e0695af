import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { HitRow, ResultsSkeleton, useChosen } from '@/features/discover'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { Pagination } from '@/components/ui/pagination'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { contentTypes, typeOf } from '@/lib/content-types'
import { formatCount, formatDate, formatExact } from '@/lib/format'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { offsetOf, pageCount, pageOf } from '@/lib/pages'
import { listingSize } from '@/lib/sizes.gen'
import { useSeenSearch } from '@/lib/use-seen-search'
import type { Place } from '@/lib/places'
import { Elsewhere } from './elsewhere'
import { useListMode } from './list-mode'
import { directoryQueries, type PlaceSearch } from '../queries'
import listBarCss from '@/components/ui/list-bar.module.css'
import rowsCss from '@/components/ui/rows.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './directory.module.css'

const Popular = lazy(() => import('./popular'))
const EAGER = 6

type Page<Hit> = { hits: Hit[]; total_hits: number }

type FoundProps<Hit> = {
  place: Place
  search: PlaceSearch
  page: UseQueryResult<Page<Hit>>
  /** Short rows stand in two columns where there is room. */
  columns?: boolean
  row: (hit: Hit, index: number) => ReactNode
}

/** A page of what was found, with the links to the others, or the reason why there is none. */
function Found<Hit>({ place, search, page, columns, row }: FoundProps<Hit>) {
  const q = search.q ?? ''
  const grid = useListMode(place) === 'grid'
  if (!page.data) {
    if (page.isError) return <ErrorCard error={page.error} onRetry={() => void page.refetch()} />
    return <ResultsSkeleton mode={grid ? 'grid' : 'list'} size={listingSize} />
  }
  const { hits, total_hits: total } = page.data
  const stale = page.isPlaceholderData
  const pages = pageCount(total, listingSize)
  const link = (number: number) => ({
    q: q || undefined,
    s: search.s as 'newest' | undefined,
    o: offsetOf(number, listingSize) || undefined,
  })
  if (hits.length === 0 && total > 0) {
    return (
      <Empty className={ui.card} level={2} icon={SearchX} title={t.beyond}>
        <PathLink to="/$listing" params={{ listing: place }} search={link(pages)} className={buttonClass({ size: 'sm' })}>
          {t.toLast}
        </PathLink>
      </Empty>
    )
  }
  if (hits.length === 0) {
    return (
      <Empty className={ui.card} level={2} icon={SearchX} title={t.empty[place]} hint={q ? t.emptyText(q) : t.emptyPlain[place]}>
        {q ? (
          <>
            <Elsewhere here={place} text={q} />
            <PathLink to="/$listing" params={{ listing: place }} className={buttonClass({ size: 'sm' })}>
              {t.browse[place]}
            </PathLink>
            {place === 'search' ? (
              <Suspense>
                <Popular />
              </Suspense>
            ) : null}
          </>
        ) : null}
      </Empty>
    )
  }
  return (
    <>
      <p className={cn(ui.small, ui.tabular)} role="status" aria-busy={stale || undefined}>
        {t.found(formatExact(total))}
      </p>
      <section
        className={cn(grid ? css.grid : cn(rowsCss.root, ui.card, columns && css.columns), stale && ui.stale)}
        aria-label={t.places[place]}
      >
        <h2 className={ui.visuallyHidden}>{t.places[place]}</h2>
        {hits.map(row)}
      </section>
      <div className={listBarCss.foot}>
        <Pagination
          page={pageOf(search.o ?? 0, listingSize)}
          count={pages}
          href={(number) => hrefOf({ to: '/$listing', params: { listing: place }, search: link(number) })}
        />
      </div>
    </>
  )
}

/** Projects of all types. */
export function AllFound({ search }: { search: PlaceSearch }) {
  const page = useQuery({ ...directoryQueries.all(search), placeholderData: keepPreviousData })
  const chosen = useChosen()
  useSeenSearch(search, !page.isPlaceholderData && Boolean(page.data?.total_hits))
  return (
    <Found
      place="search"
      search={search}
      page={page}
      row={(hit, index) => {
        const type = typeOf(hit.url_type) ?? contentTypes[0]
        return type ? (
          <HitRow
            key={hit.project_id}
            hit={hit}
            type={type}
            typed
            eager={index < EAGER}
            byCreation={search.s === 'newest'}
            fits={false}
            chosen={chosen(type.id)}
          />
        ) : null
      }}
    />
  )
}

/** Accounts or teams. */
export function PeopleFound({ place, search }: { place: 'users' | 'organizations'; search: PlaceSearch }) {
  const page = useQuery({ ...directoryQueries.people(place, search), placeholderData: keepPreviousData })
  return (
    <Found
      place={place}
      search={search}
      page={page}
      columns
      row={(one, index) => (
        <article key={one.id} className={cn(css.row, ui.result)}>
          <Pic src={one.icon_url} name={one.name} eager={index < EAGER} {...(place === 'users' ? { round: true } : { id: one.id })} />
          <div className={ui.grow}>
            <h2 className={ui.clip}>
              <PathLink
                className={ui.resultLink}
                to={place === 'users' ? '/user/$id/{-$kind}' : '/organization/$id/{-$kind}'}
                params={{ id: one.slug }}
                prepares={false}
              >
                {one.name}
              </PathLink>
            </h2>
            <p className={ui.clip2}>{one.description}</p>
          </div>
          <div className={css.facts}>
            <span>{t.projects(formatExact(one.projects))}</span>
            <span title={formatExact(one.downloads)}>{t.downloads(formatCount(one.downloads))}</span>
            <span className={ui.subtle}>{(place === 'users' ? t.joined : t.created)(formatDate(one.created))}</span>
          </div>
        </article>
      )}
    />
  )
}

/** Public collections. */
export function CollectionsFound({ search }: { search: PlaceSearch }) {
  const page = useQuery({ ...directoryQueries.collections(search), placeholderData: keepPreviousData })
  return (
    <Found
      place="collections"
      search={search}
      page={page}
      columns
      row={(one, index) => (
        <article key={one.id} className={cn(css.row, ui.result)}>
          <Pic src={one.icon_url} id={one.id} name={one.name} eager={index < EAGER} />
          <div className={ui.grow}>
            <h2 className={ui.clip}>
              <PathLink className={ui.resultLink} to="/collection/$id/{-$projectType}" params={{ id: one.id }} prepares={false}>
                {one.name}
              </PathLink>
            </h2>
            <p className={ui.clip2}>{one.description}</p>
            {one.owner ? <p className={ui.small}>{t.by(one.owner.username)}</p> : null}
          </div>
          <div className={css.facts}>
            <span>{t.projects(formatExact(one.projects))}</span>
            <Ago time={one.updated} wrap={t.updated} />
            <span className={ui.subtle}>{t.created(formatDate(one.created))}</span>
          </div>
        </article>
      )}
    />
  )
}
