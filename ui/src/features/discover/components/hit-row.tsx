import { Clock, Download, Heart } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge, Tag } from '@/components/ui/badge'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { SearchHit } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatCount, formatExact, isFresh } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { loaderName } from '@/lib/loaders'
import { hitParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { viewHit } from '../model/hit-view'
import { AuthorLink } from './author-link'
import { HitId } from './hit-id'
import lampCss from '@/components/ui/lamp.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './hit-row.module.css'

export type HitProps = {
  hit: SearchHit
  type: ContentType
  eager: boolean
  byCreation: boolean /** Has a version for what the visitor plays. */
  fits: boolean
}

/** One result of the list: text grows, facts keep their columns. */
export function HitRow({ hit, type, eager, byCreation, fits }: HitProps) {
  const view = viewHit(hit, type)
  const { title, original } = titles(hit)
  const time = byCreation ? hit.date_created : hit.date_modified
  const loaders = view.loaders.map((name) => <LoaderTag key={name} id={name} />)
  return (
    <article className={css.root}>
      <Pic src={hit.icon_url} name={hit.slug} eager={eager} />
      <div className={ui.grow}>
        <div className={css.title}>
          <h3>
            <PathLink className={ui.clip} to="/$type/$id" params={hitParams(hit)} title={title}>
              {title}
            </PathLink>
          </h3>
          {original ? (
            <span className={cn(css.english, ui.clip)} lang="en">
              {original}
            </span>
          ) : null}
          {fits ? <Badge tone="ok">{t.forYou}</Badge> : null}
          <HitId id={hit.project_id} />
        </div>
        <p className={ui.clip}>{hit.description}</p>
        <div className={css.tags}>
          <AuthorLink hit={hit} className={cn(css.author, ui.clip)} />
          {view.categories.map((label) => (
            <Tag key={label}>{label}</Tag>
          ))}
        </div>
      </div>
      <div className={css.fit}>
        {loaders.length > 0 ? (
          <span className={css.loaders}>
            {loaders}
            {view.moreLoaders.length > 0 ? (
              <span className={ui.small} title={view.moreLoaders.map(loaderName).join('、')}>
                {t.moreLoaders(view.moreLoaders.length)}
              </span>
            ) : null}
          </span>
        ) : null}
        <span className={css.versions}>{view.versions}</span>
        <span className={css.environment}>{view.environment}</span>
      </div>
      <div className={css.facts}>
        <b title={t.downloadsOf(formatExact(hit.downloads))}>{formatCount(hit.downloads)}</b>
        <span className={ui.visuallyHidden}>{t.downloads}</span>
      </div>
      <div className={css.facts}>
        <span title={t.followsOf(formatExact(hit.follows))}>
          <Heart className={ui.icon} aria-hidden />
          <span className={ui.visuallyHidden}>{t.follows}</span>
          {formatCount(hit.follows)}
        </span>
        <span className={cn(isFresh(time) && css.fresh)} title={view.dates}>
          {isFresh(time) ? <b className={lampCss.root} /> : null}
          <Ago time={time} title={view.dates} />
        </span>
      </div>
      <div className={css.mobile}>
        <div className={css.line}>
          {loaders}
          {view.moreLoaders.length > 0 ? <span className={ui.subtle}>{t.moreLoaders(view.moreLoaders.length)}</span> : null}
          <span className={css.versions}>{view.versions}</span>
        </div>
        <div className={css.line}>
          <span>
            <Download className={ui.icon} aria-hidden />
            <b>{formatCount(hit.downloads)}</b>
          </span>
          <span>
            <Heart className={ui.icon} aria-hidden />
            {formatCount(hit.follows)}
          </span>
          <span>
            <Clock className={ui.icon} aria-hidden />
            <Ago time={time} />
          </span>
        </div>
      </div>
    </article>
  )
}
