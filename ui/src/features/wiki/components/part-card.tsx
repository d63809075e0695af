import { ArrowRight, ChevronRight } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { PageState } from '../api'
import type { Part } from '../model/groups'
import type { PartViewMode } from '../model/views'
import { TextChange } from './text-change'
import { ViewChoice } from './view-choice'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

type PartCardProps = {
  part: Part
  open: boolean
  current: boolean
  seen: boolean
  mode: PartViewMode
  /** The title of the part that is looked at next. */
  next: string | undefined
  titleOf: (page: string) => string
  onToggle: () => void
  onSeen: () => void
  onMode: (mode: PartViewMode) => void
  onNext: () => void
}

/** One part of a preview: folded it says what it is, open it shows it in full. */
export function PartCard({ part, open, current, seen, mode, next, titleOf, onToggle, onSeen, onMode, onNext }: PartCardProps) {
  const textual = part.group === 'bodies' || part.group === 'added' || part.group === 'removed'
  return (
    <div className={cn(css.part, current && css.current)}>
      <div className={css.partHead}>
        <h3>
          <button type="button" className={css.toggle} data-part={part.key} aria-expanded={open} onClick={onToggle}>
            <ChevronRight className={ui.icon14} aria-hidden />
            {part.title}
          </button>
        </h3>
        <Brief part={part} titleOf={titleOf} />
        {seen ? <Badge tone="ok">{t.seenMark}</Badge> : null}
        {open && textual ? (
          <span className={ui.push}>
            <ViewChoice mode={mode} onMode={onMode} />
          </span>
        ) : null}
      </div>
      {open ? (
        <>
          <Fields part={part} titleOf={titleOf} />
          {textual ? <TextChange title={part.title} before={part.was?.body ?? ''} after={part.now?.body ?? ''} mode={mode} /> : null}
          <div className={css.partFoot}>
            <Checkbox checked={seen} onChange={onSeen} aria-keyshortcuts="v">
              {t.seen} <kbd>V</kbd>
            </Checkbox>
            {next === undefined ? (
              <span className={ui.small}>{t.lastPart}</span>
            ) : (
              <Button size="sm" kind="quiet" aria-keyshortcuts="n" onClick={onNext}>
                {t.nextPart(next)} <kbd>N</kbd>
              </Button>
            )}
          </div>
        </>
      ) : null}
    </div>
  )
}

/** The change in one line, where it fits there. */
function Brief({ part: { group, was, now }, titleOf }: { part: Part; titleOf: (page: string) => string }) {
  if (group === 'orders')
    return (
      <Change
        from={String(was?.sort_order ?? 0)}
        to={String(now?.sort_order ?? 0)}
        told={t.weights(was?.sort_order ?? 0, now?.sort_order ?? 0)}
      />
    )
  if (group === 'featured')
    return (
      <Change from={was?.title ?? t.noHome} to={now?.title ?? t.noHome} told={t.home(was?.title ?? t.noHome, now?.title ?? t.noHome)} />
    )
  if (group !== 'renamed' || !was || !now) return null
  if (was.title !== now.title) return <Change from={was.title} to={now.title} />
  if (was.slug !== now.slug) return <Change from={was.slug} to={now.slug} />
  return <Change from={was.parent ? titleOf(was.parent) : t.root} to={now.parent ? titleOf(now.parent) : t.root} />
}

function Change({ from, to, told = t.home(from, to) }: { from: string; to: string; told?: string }) {
  return (
    <span className={css.change}>
      <span className={ui.visuallyHidden}>{told}</span>
      <span aria-hidden>
        <del>{from}</del> <ArrowRight className={ui.icon14} /> <ins>{to}</ins>
      </span>
    </span>
  )
}

const fieldsOf = (state: PageState, titleOf: (page: string) => string): [keyof typeof t.field, string][] => [
  ['title', state.title],
  ['slug', state.slug],
  ['parent', state.parent ? titleOf(state.parent) : t.root],
  ['sort_order', String(state.sort_order)],
]

/** The fields of a page that differ; of one that comes or goes, all. */
function Fields({ part: { group, was, now }, titleOf }: { part: Part; titleOf: (page: string) => string }) {
  if (group === 'bodies' || group === 'featured') return null
  const before = new Map(was ? fieldsOf(was, titleOf) : [])
  const after = new Map(now ? fieldsOf(now, titleOf) : [])
  const shown = (['title', 'slug', 'parent', 'sort_order'] as const).filter((field) => before.get(field) !== after.get(field))
  if (shown.length === 0) return null
  return (
    <dl className={css.fields}>
      {shown.map((field) => (
        <div key={field}>
          <dt>{t.field[field]}</dt>
          <dd>
            {before.has(field) ? <del>{before.get(field)}</del> : null}
            {before.has(field) && after.has(field) ? <ArrowRight className={ui.icon14} aria-hidden /> : null}
            {after.has(field) ? <ins>{after.get(field)}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
