import { Clock, Download, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { CategoryTag } from '@/components/ui/category-icon'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { When } from '@/components/ui/when'
import type { SearchHit } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { formatCount, formatExact, isFresh } from '@/lib/format'
import { downloadsHint, downloadsOf, summaryOf } from '@/lib/hit-words'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { loaderName } from '@/lib/loaders'
import { hueOf } from '@/lib/hue'
import { hitParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { nothingChosen, viewHit, type Chosen } from '../model/hit-view'
import { tintOf } from '../model/tint'
import { isUndated } from '../model/undated'
import { AuthorLink } from './author-link'
import { HitId } from './hit-id'
import lampCss from '@/components/ui/lamp.module.css'
import ui from '@/components/ui/ui.module.css'
import tint from './tint.module.css'
import css from './hit-row.module.css'

export type HitProps = {
  hit: SearchHit
  type: ContentType
  eager: boolean
  /** In the order of creation: only the day of creation is shown. */
  byCreation: boolean
  /** Has a version for what the visitor plays. */
  fits: boolean
  chosen?: Chosen
  /** What stands in place of the days. */
  button?: ReactNode
}

/** One result of the list: text grows, facts keep their columns. */
export function HitRow({
  hit,
  type,
  eager,
  byCreation,
  fits,
  chosen = nothingChosen,
  button,
  typed,
}: HitProps & { /** Names the type. */ typed?: boolean }) {
  const view = viewHit(hit, type, chosen)
  const hue = hueOf(hit.color)
  const accent = tintOf(hue)
  const { title, original } = titles(hit)
  const oneDay = byCreation || isUndated(hit)
  const fresh = !byCreation && isFresh(hit.date_modified)
  const loaders = view.loaders.map((name) => <LoaderTag key={name} id={name} />)
  return (
    <article className={cn(css.root, ui.result, accent && tint.root)} style={accent}>
      <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} eager={eager} />
      <div className={ui.grow}>
        <div className={css.title}>
          <h3>
            <PathLink className={cn(ui.clip, ui.resultLink)} to="/$type/$id" params={hitParams(hit)} title={title}>
              {title}
            </PathLink>
          </h3>
          {original ? (
            <span className={cn(css.english, ui.clip)} lang="en">
              {original}
            </span>
          ) : null}
          {typed ? <Badge>{type.label}</Badge> : null}
          {hit.archived ? <Badge tone="warn">{t.archived}</Badge> : null}
          {fits ? <Badge tone="ok">{t.forYou}</Badge> : null}
          <HitId id={hit.project_id} />
        </div>
        <p className={ui.clip}>{summaryOf(hit)}</p>
        <div className={css.tags}>
          <AuthorLink hit={hit} className={cn(css.author, ui.clip)} />
          {view.categories.map((name) => (
            <CategoryTag key={name} name={name} />
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
        <span className={css.versions} title={view.versions.all}>
          {view.versions.text}
        </span>
        <span className={css.environment}>{view.environment}</span>
      </div>
      <div className={css.facts}>
        <b title={downloadsHint(hit, t.downloadsOf(formatExact(hit.downloads)))}>{downloadsOf(hit)}</b>
        <span className={ui.visuallyHidden}>{t.downloads}</span>
      </div>
      <div className={css.facts}>
        <span title={t.followsOf(formatExact(hit.follows))}>
          <Heart className={ui.icon} aria-hidden />
          <span className={ui.visuallyHidden}>{t.follows}</span>
          {formatCount(hit.follows)}
        </span>
        {button ?? (
          <>
            {oneDay ? null : (
              <span className={cn(fresh && css.fresh)} title={view.dates}>
                {fresh ? <b className={lampCss.root} /> : null}
                <When estimated={hit.estimated.updated} time={hit.date_modified} title={view.dates} wrap={t.updatedAt} />
              </span>
            )}
            <span className={css.created}>
              <When estimated={hit.estimated.created} time={hit.date_created} title={view.dates} wrap={t.createdAt} />
            </span>
          </>
        )}
      </div>
      <div className={css.mobile}>
        <div className={css.line}>
          {loaders}
          {view.moreLoaders.length > 0 ? <span className={ui.subtle}>{t.moreLoaders(view.moreLoaders.length)}</span> : null}
          <span className={css.versions} title={view.versions.all}>
            {view.versions.text}
          </span>
        </div>
        <div className={css.line}>
          <span>
            <Download className={ui.icon} aria-hidden />
            <b>{downloadsOf(hit)}</b>
          </span>
          <span>
            <Heart className={ui.icon} aria-hidden />
            {formatCount(hit.follows)}
          </span>
          {button ?? (
            <span>
              <Clock className={ui.icon} aria-hidden />
              {oneDay ? null : (
                <>
                  <When estimated={hit.estimated.updated} time={hit.date_modified} wrap={t.updatedAt} />
                  <span className={ui.subtle}>·</span>
                </>
              )}
              <When className={cn(!oneDay && ui.subtle)} estimated={hit.estimated.created} time={hit.date_created} wrap={t.createdAt} />
            </span>
          )}
        </div>
      </div>
    </article>
  )
}
