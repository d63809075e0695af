import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { LoaderTag } from '@/components/ui/loader-tag'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { formatCount, formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { hitPath } from '@/lib/links'
import { titles } from '@/lib/titles'
import { viewHit } from '../model/hit-view'
import { AuthorLink } from './author-link'
import { HitId } from './hit-id'
import type { HitProps } from './hit-row'
import { Stat } from './stat'

const MAX_CATEGORIES = 3

/** One result of the grid. */
export function HitCell({ hit, type, eager, byCreation, fits }: HitProps) {
  const view = viewHit(hit, type)
  const { title } = titles(hit)
  return (
    <article className="cell card lift">
      <div className="cell-h">
        <Pic src={hit.icon_url} name={hit.slug} size={64} eager={eager} />
        <div className="grow">
          <h3 className="clip-2" title={title}>
            <PathLink href={hitPath(hit)}>
              {title}
            </PathLink>
          </h3>
          <div className="t12 subtle">
            <AuthorLink hit={hit} /> {fits ? <Badge tone="ok">{t.forYou}</Badge> : null} <HitId id={hit.project_id} />
          </div>
        </div>
      </div>
      <p className="clip-2">{hit.description}</p>
      <div className="fit-line">
        {view.loaders.map((name) => (
          <LoaderTag key={name} id={name} />
        ))}
        <span>{view.versions}</span>
        <span className="subtle clip ml-auto">{view.categories.slice(0, MAX_CATEGORIES).join(' · ')}</span>
      </div>
      <footer>
        <Stat label={t.columns.downloads} title={formatExact(hit.downloads)} value={formatCount(hit.downloads)} />
        <Stat label={t.follows} title={formatExact(hit.follows)} value={formatCount(hit.follows)} />
        <Stat label={byCreation ? t.created : t.updated} value={<Ago time={byCreation ? hit.date_created : hit.date_modified} title={view.dates} />} />
      </footer>
    </article>
  )
}
