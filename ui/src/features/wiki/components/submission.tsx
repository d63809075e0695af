import { Check, FileX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Empty, Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { Draft, Preview } from '../api'
import { groupsOf, nextPart, partsOf, type Part } from '../model/groups'
import type { PartViewMode } from '../model/views'
import { useMarks } from '../use-marks'
import { useReviewKeys } from '../use-review-keys'
import { Conflicts, type ConflictsHandle } from './conflicts'
import { PartCard } from './part-card'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

type SubmissionProps = {
  project: ProjectPage
  draft: Draft
  preview: Preview
  /** The preview shows something else than what was looked at first. */
  stale: boolean
  onSeenStale: () => void
  /** A conflict was decided: the preview is new by the viewer's own doing. */
  onResolved: (preview: Preview) => void
  /** Whether the viewer may decide conflicts. */
  decides: boolean
}

/** What publishing a draft would do, part by part, with its conflicts first. */
export function Submission({ project, draft, preview, stale, onSeenStale, onResolved, decides }: SubmissionProps) {
  const groups = groupsOf(preview.groups, draft.tree)
  const parts = partsOf(preview.groups, draft.tree)
  const { marks, flip } = useMarks(draft.id, parts)
  const [mode, setMode] = useState<PartViewMode>('side')
  const [current, setCurrent] = useState<string | undefined>(() => parts.find(({ group }) => group === 'bodies')?.key ?? parts[0]?.key)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(current === undefined ? [] : [current]))
  const root = useRef<HTMLDivElement>(null)
  const conflicts = useRef<ConflictsHandle>(null)
  const titleOf = (page: string) => draft.tree.find(({ id }) => id === page)?.title ?? page
  const next = nextPart(parts, current, marks)
  const go = (part: Part | undefined) => {
    if (!part) return
    setCurrent(part.key)
    setOpen(new Set([...open, part.key]))
    requestAnimationFrame(() => {
      const head = root.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(part.key)}"]`)
      head?.focus({ preventScroll: true })
      head?.scrollIntoView({ block: 'start' })
    })
  }
  const toggle = (key: string) => {
    const after = new Set(open)
    if (!after.delete(key)) after.add(key)
    setOpen(after)
    setCurrent(key)
  }
  useReviewKeys((key) => {
    const shown = parts.find((part) => part.key === current)
    if (key === 'v' && shown) flip(shown.digest)
    else if (key === 'n') go(next)
    else if (key === '1') conflicts.current?.choose('mine')
    else if (key === '2') conflicts.current?.choose('theirs')
    else if (key === 'e') conflicts.current?.byHand()
  })
  return (
    <div className={ui.pile} ref={root}>
      {stale ? (
        <Note
          tone="warn"
          actions={
            <Button size="sm" onClick={onSeenStale}>
              <Check className={ui.icon} aria-hidden />
              {t.staleSeen}
            </Button>
          }
        >
          <div role="status">
            <b>{t.stale}</b>
            <p>{t.staleText}</p>
          </div>
        </Note>
      ) : null}
      {preview.conflicts.length > 0 ? (
        <Conflicts
          ref={conflicts}
          project={project}
          draft={draft.id}
          conflicts={preview.conflicts}
          decides={decides}
          onResolved={onResolved}
        />
      ) : null}
      {parts.length === 0 ? (
        <section className={ui.card}>
          <Empty level={2} icon={FileX} title={t.empty} hint={t.emptyHint} />
        </section>
      ) : (
        <>
          <nav className={cn(ui.card, css.groups)} aria-label={t.groupsLabel}>
            {groups.map(({ id, parts: own }) => (
              <a key={id} href={`#group-${id}`}>
                {t.groups[id]}
                <b>{own.length}</b>
              </a>
            ))}
            <span className={css.progress} role="status">
              {t.seenOf(parts.filter(({ digest }) => marks.has(digest)).length, parts.length)}
            </span>
          </nav>
          <p className={cn(ui.small, css.keys)}>{t.keys}</p>
        </>
      )}
      {groups.map(({ id, parts: own }) => (
        <section key={id} id={`group-${id}`} className={cn(ui.card, css.group)} aria-labelledby={`group-${id}-title`}>
          <header className={css.groupHead}>
            <h2 id={`group-${id}-title`}>{t.groups[id]}</h2>
            <small className={ui.small}>{t.parts(own.length)}</small>
          </header>
          {own.map((part) => (
            <PartCard
              key={part.key}
              part={part}
              open={open.has(part.key)}
              current={part.key === current}
              seen={marks.has(part.digest)}
              mode={mode}
              next={next && next.key !== part.key ? t.nextTitle(t.groups[next.group], next.title) : undefined}
              titleOf={titleOf}
              onToggle={() => toggle(part.key)}
              onSeen={() => flip(part.digest)}
              onMode={setMode}
              onNext={() => go(next)}
            />
          ))}
        </section>
      ))}
    </div>
  )
}
