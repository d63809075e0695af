import { Badge } from '@/components/ui/badge'
import { HitCell, HitRow, HitShot, useChosen } from '@/features/discover'
import type { OwnedHit } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { contentTypes, typeOf } from '@/lib/content-types'
import { dashboardText } from '@/lib/i18n/zh-Hans/dashboard'
import type { DisplayMode } from '@/stores/prefs'
import projectCardCss from '@/components/ui/project-card.module.css'
import rowsCss from '@/components/ui/rows.module.css'
import ui from '@/components/ui/ui.module.css'
import ownedListCss from './owned-list.module.css'

const EAGER = 4

/** Projects of several types in one layout. Those that only members see are marked. */
export function OwnedRows({
  hits,
  mode,
  byCreation,
  stale,
}: {
  hits: readonly OwnedHit[]
  mode: DisplayMode
  byCreation: boolean
  stale: boolean
}) {
  const chosen = useChosen()
  const One = mode === 'grid' ? HitCell : mode === 'gallery' ? HitShot : HitRow
  const look =
    mode === 'grid'
      ? projectCardCss.cells
      : mode === 'gallery'
        ? cn(projectCardCss.shots, projectCardCss.gallery)
        : cn(rowsCss.root, ui.card)
  return (
    <div className={cn(look, stale && ui.stale)} aria-busy={stale || undefined}>
      {hits.map((hit, index) => {
        const type = typeOf(hit.url_type) ?? contentTypes[0]
        if (!type) return null
        // A row says itself that its project is no longer updated.
        const hidden = hit.status !== 'approved' && hit.status !== 'archived'
        return (
          <div key={hit.project_id} className={ownedListCss.one}>
            {hidden ? (
              <Badge tone="warn" className={ownedListCss.status}>
                {dashboardText.statusName[hit.status]}
              </Badge>
            ) : null}
            <One hit={hit} type={type} eager={index < EAGER} byCreation={byCreation} fits={false} chosen={chosen(type.id)} />
          </div>
        )
      })}
    </div>
  )
}
