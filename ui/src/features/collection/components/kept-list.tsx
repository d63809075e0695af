import { FolderMinus, HeartOff } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Ago } from '@/components/ui/time'
import { HitCell, HitRow, HitShot } from '@/features/discover'
import type { CollectionProject } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { titles } from '@/lib/titles'
import type { DisplayMode } from '@/stores/prefs'
import checkCss from '@/components/ui/check.module.css'
import projectCardCss from '@/components/ui/project-card.module.css'
import rowsCss from '@/components/ui/rows.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './kept-list.module.css'

const EAGER = 6
const looks = {
  list: { frame: cn(rowsCss.root, ui.card), Hit: HitRow },
  grid: { frame: projectCardCss.cells, Hit: HitCell },
  gallery: { frame: cn(projectCardCss.shots, projectCardCss.gallery), Hit: HitShot },
} as const
const hidden = new Set(['unlisted', 'withheld', 'private', 'rejected', 'draft', 'processing', 'scheduled'])

type KeptListProps = {
  mode: DisplayMode
  projects: readonly CollectionProject[]
  following: boolean
  mine: boolean
  /** The selected projects, while several are selected. */
  chosen: ReadonlySet<string> | undefined
  onChosen: (chosen: ReadonlySet<string>) => void
  onRemove: (id: string) => void
}

/** The projects as search shows them; the collection's owner may select or remove them. */
export function KeptList({ mode, projects, following, mine, chosen, onChosen, onRemove }: KeptListProps) {
  const { frame, Hit } = looks[mode]
  const Remove = following ? HeartOff : FolderMinus
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChosen(next)
  }
  return (
    <ul className={frame}>
      {projects.map((hit, index) => {
        const { title } = titles(hit)
        const type = typeOf(hit.url_type)
        if (!type) return null
        return (
          <li
            key={hit.project_id}
            className={cn(css.root, mode === 'list' ? css.row : css.cell, chosen?.has(hit.project_id) && css.chosen)}
          >
            <Hit hit={hit} type={type} eager={index < EAGER} byCreation={false} fits={false} />
            <div className={css.end}>
              {hidden.has(hit.status) ? <Badge tone="warn">{t.notListed}</Badge> : null}
              <Ago className={css.when} time={hit.added} wrap={following ? t.followedAt : t.addedAt} />
              {chosen ? (
                <label className={cn(checkCss.root, css.tick)}>
                  <input
                    type="checkbox"
                    checked={chosen.has(hit.project_id)}
                    aria-label={t.selectOne(title)}
                    onChange={(event) => toggle(hit.project_id, event.target.checked)}
                  />
                </label>
              ) : mine ? (
                <IconButton
                  kind="quiet"
                  size="sm"
                  label={following ? t.unfollowOne(title) : t.takeOutOne(title)}
                  onClick={() => onRemove(hit.project_id)}
                >
                  <Remove className={ui.icon} aria-hidden />
                </IconButton>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
