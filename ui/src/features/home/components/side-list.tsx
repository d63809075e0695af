import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Pic } from '@/components/ui/pic'
import { When } from '@/components/ui/when'
import type { UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { byline, downloadsOf, summaryOf } from '@/lib/hit-words'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitParams, listingParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { topQuery } from '../queries'
import sectionCss from '@/components/ui/section.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './side-list.module.css'

type NewestProps = {
  title: string
  index: 'newest' | 'downloads'
  type?: UrlType
  limit: number
  /** With summaries, where there is room for them. */
  described?: boolean
}

/** A short list at the side. */
export function SideList({ title, index, type, limit, described }: NewestProps) {
  const list = useQuery(topQuery(index, limit, type ? [type] : []))
  const hits = list.data?.hits ?? []
  if (list.isError || list.data?.hits.length === 0) return null
  return (
    <section className={ui.card} aria-busy={list.isPending || undefined}>
      <div className={ui.cardHead}>
        <h2>{title}</h2>
        <span className={ui.cardEnd}>
          <PathLink
            className={sectionCss.more}
            to="/$listing"
            params={type ? listingParams(typeOf(type)) : { listing: 'search' }}
            search={{ s: index }}
          >
            {t.moreNew}
            <ChevronRight className={ui.icon14} aria-hidden />
          </PathLink>
        </span>
      </div>
      <ul className={css.root}>
        {hits.map((hit) => (
          <li key={hit.project_id} className={ui.result}>
            <Pic src={hit.icon_url} project={hit.project_id} name={titles(hit).title} color={hit.color} size={32} />
            <div className={ui.grow}>
              <h3 className={ui.clip}>
                <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)}>
                  {titles(hit).title}
                </PathLink>
              </h3>
              <div className={sectionCss.meta}>
                <span>{byline(hit)}</span>
                {described ? <span className={css.summary}>{summaryOf(hit)}</span> : null}
                {index === 'newest' ? <When estimated={hit.estimated.created} time={hit.date_created} /> : null}
              </div>
            </div>
            {index === 'downloads' ? <span className={cn(ui.small, ui.tabular)}>{downloadsOf(hit)}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
