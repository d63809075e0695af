import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { buttonClass } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { When } from '@/components/ui/when'
import { cn } from '@/lib/cn'
import { typeLabel } from '@/lib/content-types'
import { isFresh } from '@/lib/format'
import { summaryOf } from '@/lib/hit-words'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitParams } from '@/lib/links'
import { updatedShown } from '@/lib/sizes.gen'
import { titles } from '@/lib/titles'
import type { Answer } from '@/lib/api/operations'
import { updatedQuery } from '../queries'
import sectionCss from '@/components/ui/section.module.css'
import skeletonCss from '@/components/ui/skeleton.module.css'
import tagCss from '@/components/ui/tag.module.css'
import ui from '@/components/ui/ui.module.css'
import hotProjectsCss from './hot-projects.module.css'
import css from './recently-updated.module.css'

/** Projects in the order of their last change, on a line of time. */
export function RecentlyUpdated() {
  const recent = useQuery(updatedQuery)
  if (recent.data?.length === 0) return null
  return (
    <section aria-labelledby="updated-title">
      <div className={sectionCss.head}>
        <h2 id="updated-title">{t.updated}</h2>
        <div className={sectionCss.end}>
          <PathLink className={sectionCss.more} to="/$listing" params={{ listing: 'search' }} search={{ s: 'updated' }}>
            {t.allUpdated}
            <ChevronRight className={ui.icon14} aria-hidden />
          </PathLink>
        </div>
      </div>
      {recent.isError ? <ErrorCard error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.isPending ? (
        <Loading className={cn(ui.card, hotProjectsCss.root)}>
          <Bone className={skeletonCss.rows} h={updatedShown * 52} />
        </Loading>
      ) : null}
      {recent.data ? (
        <ol className={cn(css.root, ui.card, recent.data.some((hit) => sourceOf(hit.newest)) && css.withGet)}>
          {recent.data.map((hit) => (
            <li key={hit.project_id} className={ui.result}>
              <When estimated={hit.estimated.updated} time={hit.date_modified} />
              <span className={cn(css.pin, isFresh(hit.date_modified) && css.pinLive)} />
              <Pic src={hit.icon_url} project={hit.project_id} name={titles(hit).title} color={hit.color} size={32} />
              <div className={ui.grow}>
                <h3>
                  <PathLink className={cn(ui.clip, ui.resultLink)} to="/$type/$id" params={hitParams(hit)}>
                    {titles(hit).title}
                  </PathLink>
                  {sourceOf(hit.newest) ? <span className={css.version}>{hit.newest?.version_number}</span> : null}
                </h3>
                <p className={ui.clip}>{summaryOf(hit)}</p>
              </div>
              <span className={cn(tagCss.root, ui.hideS)}>{typeLabel(hit.url_type)}</span>
              <Get title={titles(hit).title} newest={hit.newest} />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

type Newest = Answer<'GET', '/_internal/search/updated'>[number]['newest']

/** Where a version is to be had; what stands for the unknown versions of an import is nowhere. */
const sourceOf = (newest: Newest) => newest?.file ?? newest?.disk_urls[0]

/** The newest version's file, here or on another site. */
function Get({ title, newest }: { title: string; newest: Newest }) {
  const name = `${title} ${newest?.version_number ?? ''}`
  const file = newest?.file
  const to = sourceOf(newest)
  if (!to) return null
  return (
    <a
      className={buttonClass({ size: 'sm', kind: 'quiet' }, css.get)}
      href={to.url}
      {...(file ? { download: file.filename } : { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
      aria-label={file ? t.download(name) : t.elsewhere(name, newest?.disk_urls[0]?.platform ?? '')}
    >
      {file ? <Download className={ui.icon} aria-hidden /> : null}
      {file ? t.get : t.getElsewhere}
    </a>
  )
}
