import { FolderMinus, HeartOff } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import type { CollectionProject } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import ui from '@/components/ui/ui.module.css'
import collectionProjectsCss from './collection-projects.module.css'

type SelectionBarProps = {
  following: boolean
  chosen: ReadonlySet<string>
  /** The projects that the page shows. */
  all: readonly CollectionProject[]
  busy: boolean
  onChosen: (chosen: ReadonlySet<string> | undefined) => void
  onRemove: (ids: string[]) => void
}

/** The selected projects and the actions on them. */
export function SelectionBar({ following, chosen, all, busy, onChosen, onRemove }: SelectionBarProps) {
  const every = all.length > 0 && all.every(({ project_id }) => chosen.has(project_id))
  const Icon = following ? HeartOff : FolderMinus
  return (
    <div className={cn(collectionProjectsCss.selection, ui.card)} role="group" aria-label={t.select}>
      <Checkbox
        checked={every}
        disabled={all.length === 0}
        onChange={() => onChosen(every ? new Set() : new Set(all.map(({ project_id }) => project_id)))}
      >
        {t.selectAll}
      </Checkbox>
      <span className={cn(ui.muted, ui.text13, ui.tabular)} aria-live="polite">
        {t.selected(chosen.size)}
      </span>
      <span className={collectionProjectsCss.end}>
        <Button size="sm" danger loading={busy} disabled={chosen.size === 0} onClick={() => onRemove([...chosen])}>
          <Icon className={ui.icon} aria-hidden />
          {following ? t.unfollow : t.takeOut}
        </Button>
        <Button size="sm" kind="quiet" onClick={() => onChosen(undefined)}>
          {t.done}
        </Button>
      </span>
    </div>
  )
}
