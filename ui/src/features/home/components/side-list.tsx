import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { UrlType } from '@/lib/api/types'
import { typeOf } from '@/lib/content-types'
import { formatCount } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitPath } from '@/lib/links'
import { titles } from '@/lib/titles'
import { topQuery } from '../queries'

type NewestProps = { title: string; index: 'newest' | 'downloads'; type?: UrlType; limit: number }

/** A short list at the side. */
export function SideList({ title, index, type, limit }: NewestProps) {
  const list = useQuery(topQuery(index, limit, type ? [type] : []))
  const hits = list.data?.hits ?? []
  if (list.isError || list.data?.hits.length === 0) return null
  return (
    <section className="card" aria-busy={list.isPending || undefined}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="end">
          <PathLink className="more" href={`${typeOf(type ?? 'mod')?.path ?? '/mods'}?s=${index}`}>
            {t.moreNew}
            <ChevronRight className="i i-14" aria-hidden />
          </PathLink>
        </span>
      </div>
      <ul className="mini">
        {hits.map((hit) => (
          <li key={hit.project_id}>
            <Pic src={hit.icon_url} name={hit.slug} size={32} />
            <div className="grow">
              <h3 className="clip">
                <PathLink href={hitPath(hit)}>
                  {titles(hit).title}
                </PathLink>
              </h3>
              <div className="meta">
                <span>{hit.author}</span>
                {index === 'newest' ? <Ago time={hit.date_created} /> : null}
              </div>
            </div>
            {index === 'downloads' ? <span className="t12 subtle num">{formatCount(hit.downloads)}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
