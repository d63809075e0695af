import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Segmented } from '@/components/ui/segmented'
import type { SearchHit, UrlType } from '@/lib/api/types'
import { typeLabel, typeOf } from '@/lib/content-types'
import { formatCount, formatExact } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitPath } from '@/lib/links'
import { titles } from '@/lib/titles'
import { isLoader } from '@/lib/loaders'
import { HOT_SHOWN as SHOWN, topQuery } from '../queries'

const MAX_LOADERS = 2
type Kind = 'all' | UrlType
const kinds: readonly Kind[] = ['all', 'mod', 'modpack', 'shader', 'resourcepack', 'plugin']

/** The most downloaded projects, of all types or of one. */
export function HotProjects() {
  const [kind, setKind] = useState<Kind>('all')
  const top = useQuery({ ...topQuery('downloads', SHOWN, kind === 'all' ? [] : [kind]), placeholderData: keepPreviousData })
  const list = `${typeOf(kind)?.path ?? '/mods'}?s=downloads`
  return (
    <section aria-labelledby="hot-title">
      <div className="sec-head">
        <h2 id="hot-title">{t.hot}</h2>
        <div className="sec-scroll">
          <Segmented label={t.type} value={kind} onValue={setKind} segments={kinds.map((value) => ({ value, label: value === 'all' ? t.all : typeLabel(value) }))} />
        </div>
        <div className="end">
          <PathLink className="more" href={list}>
            {t.fullList}
            <ChevronRight className="i i-14" aria-hidden />
          </PathLink>
        </div>
      </div>
      {top.isError && !top.data ? <ErrorCard error={top.error} onRetry={() => void top.refetch()} /> : null}
      {top.isPending ? (
        <Loading className="card chart">
          <Bone className="bone-rows" h={SHOWN * 57} />
        </Loading>
      ) : null}
      {top.data?.hits.length === 0 ? <Empty className="card" icon={PackageOpen} title={t.nothing} hint={t.nothingHint} /> : null}
      {top.data && top.data.hits.length > 0 ? (
        <ol className={top.isPlaceholderData ? 'chart card is-stale' : 'chart card'}>
          {top.data.hits.map((hit, index) => (
            <HotRow key={hit.project_id} hit={hit} rank={index + 1} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

function HotRow({ hit, rank }: { hit: SearchHit; rank: number }) {
  const loaders = [...new Set(hit.categories)].filter(isLoader).slice(0, MAX_LOADERS)
  return (
    <li>
      <span className="rank">{rank}</span>
      <Pic src={hit.icon_url} name={hit.slug} size={40} />
      <div className="grow">
        <h3 className="clip">
          <PathLink href={hitPath(hit)}>
            {titles(hit).title}
          </PathLink>
        </h3>
        <div className="meta">
          <span>{hit.author}</span>
          <span className="clip">{hit.description}</span>
        </div>
      </div>
      <div className="ldc">
        {loaders.map((name) => (
          <LoaderTag key={name} id={name} />
        ))}
      </div>
      <div className="dl">
        <span title={formatExact(hit.downloads)}>{formatCount(hit.downloads)}</span>
        <small>{t.total}</small>
      </div>
    </li>
  )
}
