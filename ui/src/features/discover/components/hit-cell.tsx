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
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'
import tint from './tint.module.css'

const MAX_CATEGORIES = 3

/** One result of the grid. */
export function HitCell({ hit, type, eager, byCreation, fits, chosen = nothingChosen, button }: HitProps) {
  const view = viewHit(hit, type, chosen)
  const hue = hueOf(hit.color)
  const accent = tintOf(hue)
  const { title } = titles(hit)
  return (
    <article className={cn(projectCardCss.cell, ui.card, ui.cardLift, ui.result, accent && tint.root)} style={accent}>
      <div className={projectCardCss.cellHead}>
        <Pic src={hit.icon_url} project={hit.project_id} name={title} color={hit.color} size={64} eager={eager} />
        <div className={ui.grow}>
          <h3 className={ui.clip2} title={title}>
            <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)}>
              {title}
            </PathLink>
          </h3>
          <div className={ui.small}>
            <AuthorLink hit={hit} /> {hit.archived ? <Badge tone="warn">{t.archived}</Badge> : null}
            {fits ? <Badge tone="ok">{t.forYou}</Badge> : null} <HitId id={hit.project_id} />
          </div>
        </div>
      </div>
      <p className={ui.clip2}>{summaryOf(hit)}</p>
      <div className={projectCardCss.fitLine}>
        {view.loaders.map((name) => (
          <LoaderTag key={name} id={name} />
        ))}
        <span title={view.versions.all}>{view.versions.text}</span>
        <span className={projectCardCss.fitTags}>
          {view.categories.slice(0, MAX_CATEGORIES).map((name) => (
            <span key={name}>{categoryLabel(name)}</span>
          ))}
        </span>
      </div>
      <HitFigures hit={hit} byCreation={byCreation} button={button} dates={view.dates} />
    </article>
  )
}
