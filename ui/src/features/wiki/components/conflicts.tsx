import { ChevronRight, ChevronLeft } from 'lucide-react'
import { useImperativeHandle, useState, type Ref } from 'react'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { toast } from '@/stores/toasts'
import type { Conflict, Preview } from '../api'
import { useResolve } from '../commands'
import { conflictKey } from '../model/groups'
import { ConflictCard } from './conflict-card'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

/** What keys do with the conflict that is shown. */
export type ConflictsHandle = { choose: (side: 'mine' | 'theirs') => void; byHand: () => void }

type ConflictsProps = {
  ref: Ref<ConflictsHandle>
  project: ProjectPage
  draft: string
  conflicts: readonly Conflict[]
  decides: boolean
  onResolved: (preview: Preview) => void
}

/** The open conflicts, one at a time. */
export function Conflicts({ ref, project, draft, conflicts, decides, onResolved }: ConflictsProps) {
  const [at, setAt] = useState(0)
  const [hand, setHand] = useState<string>()
  // With the last conflict this part of the page goes, and with it what it waits for.
  const resolve = useResolve(project.id, draft, (preview) => {
    setHand(undefined)
    toast(t.conflicts.solved)
    onResolved(preview)
  })
  const place = Math.min(at, conflicts.length - 1)
  const conflict = conflicts[place]
  const key = conflict && conflictKey(conflict)
  const settle = (side: 'mine' | 'theirs' | 'hand', text?: string) => {
    if (!conflict || !decides || resolve.isPending || !conflict.sides.includes(side)) return
    resolve.mutate({ page: conflict.page, field: conflict.field, side, ...(text === undefined ? {} : { text }) })
  }
  useImperativeHandle(ref, () => ({
    choose: (side) => settle(side),
    byHand: () => {
      if (conflict?.by_hand && decides) setHand(key)
    },
  }))
  if (!conflict) return null
  return (
    <section className={cn(ui.card, css.conflicts)} aria-labelledby="wiki-conflicts">
      <header className={css.groupHead}>
        <h2 id="wiki-conflicts">{t.conflicts.title(conflicts.length)}</h2>
        <Badge tone="warn">{t.conflicts.current(place + 1, conflicts.length)}</Badge>
        <span className={ui.push}>
          <IconButton size="sm" kind="quiet" label={t.conflicts.previous} disabled={place === 0} onClick={() => setAt(place - 1)}>
            <ChevronLeft className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            kind="quiet"
            label={t.conflicts.next}
            disabled={place === conflicts.length - 1}
            onClick={() => setAt(place + 1)}
          >
            <ChevronRight className={ui.icon} aria-hidden />
          </IconButton>
        </span>
      </header>
      <p className={css.hint}>{t.conflicts.hint}</p>
      <ConflictCard
        key={key}
        project={project}
        conflict={conflict}
        decides={decides}
        busy={resolve.isPending}
        byHand={hand === key}
        onByHand={(open) => setHand(open ? key : undefined)}
        onSettle={settle}
      />
    </section>
  )
}
