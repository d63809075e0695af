import { Images } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { summaryOf } from '@/lib/hit-words'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { hueOf } from '@/lib/hue'
import { hitParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { nothingChosen, viewHit } from '../model/hit-view'
import { tintOf } from '../model/tint'
import { AuthorLink } from './author-link'
import { HitFigures } from './hit-figures'
import { HitId } from './hit-id'
import type { HitProps } from './hit-row'
import { Stat } from './stat'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'
import tint from './tint.module.css'
import css from './hit-shot.module.css'

const MAX_CATEGORIES = 3

/** One result of the gallery: the picture first. */
export function HitShot({ hit, type, eager, byCreation, fits, chosen = nothingChosen, button }: HitProps) {
  const view = viewHit(hit, type, chosen)
  const hue = hueOf(hit.color)
  const accent = tintOf(hue)
  const { title } = titles(hit)
  return (
    <article className={cn(projectCardCss.shot, ui.card, ui.cardLift, ui.result, accent && tint.root)} style={accent}>
      <div className={view.picture ? projectCardCss.view : cn(projectCardCss.view, projectCardCss.viewNone)}>
        {view.picture ? (
          <img src={view.picture} alt={t.picture(title)} loading={eager ? 'eager' : 'lazy'} decoding="async" width={640} height={360} />
        ) : (
          <>
            {hit.icon_url ? (
              <img className={projectCardCss.viewBlur} src={hit.icon_url} alt="" width={96} height={96} loading="lazy" decoding="async" />
            ) : null}
            <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} size={96} />
          </>
        )}
        {fits ? (
          <Badge tone="ok" className={css.fit}>
            {t.forYou}
          </Badge>
        ) : null}
        {view.pictures > 1 ? (
          <span className={projectCardCss.count}>
            <Images className={ui.icon14} aria-hidden />
            {view.pictures}
          </span>
        ) : null}
      </div>
      <div className={projectCardCss.caption}>
        <div className={projectCardCss.captionHead}>
          <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} size={40} eager={eager} />
          <div className={ui.grow}>
            <h3 className={ui.clip}>
              <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)} title={title}>
                {title}
              </PathLink>
            </h3>
            <div className={cn(projectCardCss.author, ui.clip)}>
              {hit.archived ? <Badge tone="warn">{t.archived}</Badge> : null} <AuthorLink hit={hit} />
              {view.categories.slice(0, MAX_CATEGORIES).map((name) => ` · ${categoryLabel(name)}`)} <HitId id={hit.project_id} />
            </div>
          </div>
          <span className={ui.row}>
            {view.loaders.map((name) => (
              <LoaderTag key={name} id={name} />
            ))}
          </span>
        </div>
        <p className={ui.clip}>{summaryOf(hit)}</p>
        <HitFigures hit={hit} byCreation={byCreation} button={button} dates={view.dates}>
          {view.versions.text ? (
            <Stat className={css.end} label={t.groups.version} title={view.versions.all} value={view.versions.text} />
          ) : null}
        </HitFigures>
      </div>
    </article>
  )
}
