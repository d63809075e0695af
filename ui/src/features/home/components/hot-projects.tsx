import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, PackageOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Segmented } from '@/components/ui/segmented'
import type { Answer } from '@/lib/api/operations'
import type { UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeLabel, typeOf } from '@/lib/content-types'
import { formatCount, formatExact } from '@/lib/format'
import { byline, downloadsHint, downloadsOf, summaryOf } from '@/lib/hit-words'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitParams, listingParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { isLoader } from '@/lib/loaders'
import { popularShown } from '@/lib/sizes.gen'
import { trendingQuery } from '../queries'
import sectionCss from '@/components/ui/section.module.css'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './hot-projects.module.css'

/** Its place is kept: the page is complete without it. */
const HotTrend = lazy(() => import('./hot-trend'))

const MAX_LOADERS = 2
type Kind = 'all' | UrlType
const kinds: readonly Kind[] = ['all', 'mod', 'modpack', 'shader', 'resourcepack', 'plugin']

/** The projects that are downloaded most this week, or of all time where too few are; of all types or of one. */
export function HotProjects() {
  const [kind, setKind] = useState<Kind>('all')
  const top = useQuery({ ...trendingQuery(kind === 'all' ? undefined : kind), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="hot-title">
      <div className={sectionCss.head}>
        <h2 id="hot-title">{top.data?.by === 'week' ? t.hotWeek : t.hot}</h2>
        <div className={css.scroll}>
          <Segmented
            label={t.type}
            value={kind}
            onValue={setKind}
            segments={kinds.map((value) => ({ value, label: value === 'all' ? t.all : typeLabel(value) }))}
          />
        </div>
        <div className={sectionCss.end}>
          <PathLink
            className={sectionCss.more}
            to="/$listing"
            params={kind === 'all' ? { listing: 'search' } : listingParams(typeOf(kind))}
            search={{ s: 'downloads' }}
          >
            {t.fullList}
            <ChevronRight className={ui.icon14} aria-hidden />
          </PathLink>
        </div>
      </div>
      {top.isError && !top.data ? <ErrorCard error={top.error} onRetry={() => void top.refetch()} /> : null}
      {top.isPending ? (
        <Loading className={cn(ui.card, css.root)}>
          <Bone className={skeletonCss.rows} h={popularShown * 57} />
        </Loading>
      ) : null}
      {top.data?.hits.length === 0 ? <Empty className={ui.card} icon={PackageOpen} title={t.nothing} hint={t.nothingHint} /> : null}
      {top.data && top.data.hits.length > 0 ? (
        <ol
          className={cn(
            css.root,
            ui.card,
            top.isPlaceholderData && ui.stale,
            top.data.hits.every((hit) => hit.trend === null) && css.untrended,
          )}
        >
          {top.data.hits.map((hit, index) => (
            <HotRow key={hit.project_id} hit={hit} rank={index + 1} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

type Trending = Answer<'GET', '/_internal/trending'>['hits'][number]

function HotRow({ hit, rank }: { hit: Trending; rank: number }) {
  const { trend } = hit
  const hint = downloadsHint(hit, formatExact(hit.downloads))
  const loaders = [...new Set(hit.categories)].filter(isLoader).slice(0, MAX_LOADERS)
  return (
    <li className={ui.result}>
      <span className={css.rank}>{rank}</span>
      <Pic src={hit.icon_url} project={hit.project_id} name={titles(hit).title} color={hit.color} size={40} />
      <div className={ui.grow}>
        <h3 className={ui.clip}>
          <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)}>
            {titles(hit).title}
          </PathLink>
        </h3>
        <div className={sectionCss.meta}>
          <span>{byline(hit)}</span>
          <span className={ui.clip}>{summaryOf(hit)}</span>
        </div>
      </div>
      <div className={css.loaders}>
        {loaders.map((name) => (
          <LoaderTag key={name} id={name} />
        ))}
      </div>
      <div className={css.trend}>
        <Suspense>{trend ? <HotTrend days={trend.days} part="days" /> : null}</Suspense>
      </div>
      <div className={css.downloads}>
        <span title={trend ? formatExact(trend.week) : hint}>{trend ? formatCount(trend.week) : downloadsOf(hit)}</span>
        <small title={hint}>{trend ? t.allTime(downloadsOf(hit)) : t.total}</small>
      </div>
      <div className={css.delta}>
        <Suspense>{trend ? <HotTrend days={trend.days} part="change" /> : null}</Suspense>
      </div>
    </li>
  )
}
