import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { typeLabel } from '@/lib/content-types'
import { cn } from '@/lib/cn'
import { isFresh } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitPath } from '@/lib/links'
import { titles } from '@/lib/titles'
import { topQuery } from '../queries'

const SHOWN = 8

/** Projects in the order of their last change, on a line of time. */
export function RecentlyUpdated() {
  const recent = useQuery(topQuery('updated', SHOWN))
  if (recent.data?.hits.length === 0) return null
  return (
    <section aria-labelledby="updated-title">
      <div className="sec-head">
        <h2 id="updated-title">{t.updated}</h2>
        <div className="end">
          <PathLink className="more" href="/mods?s=updated">
            {t.allUpdated}
            <ChevronRight className="i i-14" aria-hidden />
          </PathLink>
        </div>
      </div>
      {recent.isError ? <ErrorCard error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.isPending ? (
        <Loading className="card chart">
          <Bone className="bone-rows" h={SHOWN * 52} />
        </Loading>
      ) : null}
      {recent.data ? (
        <ol className="news card">
          {recent.data.hits.map((hit) => (
            <li key={hit.project_id}>
              <Ago time={hit.date_modified} />
              <span className={cn('pin', isFresh(hit.date_modified) && 'pin-live')} />
              <Pic src={hit.icon_url} name={hit.slug} size={32} />
              <div className="grow">
                <h3>
                  <PathLink className="clip" href={hitPath(hit)}>
                    {titles(hit).title}
                  </PathLink>
                </h3>
                <p className="clip">{hit.description}</p>
              </div>
              <span className="tag hide-s">{typeLabel(hit.url_type)}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
