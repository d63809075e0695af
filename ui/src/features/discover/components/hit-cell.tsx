import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { hitParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { viewHit } from '../model/hit-view'
import { AuthorLink } from './author-link'
import { HitId } from './hit-id'
import type { HitProps } from './hit-row'
import { Stat } from './stat'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'

const MAX_CATEGORIES = 3

/** One result of the grid. */
export function HitCell({ hit, type, eager, byCreation, fits }: HitProps) {
  const view = viewHit(hit, type)
  const { title } = titles(hit)
  return (
    <article className={cn(projectCardCss.cell, ui.card, ui.cardLift)}>
      <div className={projectCardCss.cellHead}>
        <Pic src={hit.icon_url} name={hit.slug} size={64} eager={eager} />
        <div className={ui.grow}>
          <h3 className={ui.clip2} title={title}>
            <PathLink to="/$type/$id" params={hitParams(hit)}>
              {title}
            </PathLink>
          </h3>
          <div className={ui.small}>
            <AuthorLink hit={hit} /> {fits ? <Badge tone="ok">{t.forYou}</Badge> : null} <HitId id={hit.project_id} />
          </div>
        </div>
      </div>
      <p className={ui.clip2}>{hit.description}</p>
      <div className={projectCardCss.fitLine}>
        {view.loaders.map((name) => (
          <LoaderTag key={name} id={name} />
        ))}
        <span>{view.versions}</span>
        <span className={cn(ui.subtle, ui.clip, ui.push)}>{view.categories.slice(0, MAX_CATEGORIES).join(' · ')}</span>
      </div>
      <footer>
        <Stat label={t.columns.downloads} title={formatExact(hit.downloads)} value={formatCount(hit.downloads)} />
        <Stat label={t.follows} title={formatExact(hit.follows)} value={formatCount(hit.follows)} />
        <Stat
          label={byCreation ? t.created : t.updated}
          value={<Ago time={byCreation ? hit.date_created : hit.date_modified} title={view.dates} />}
        />
      </footer>
    </article>
  )
}
