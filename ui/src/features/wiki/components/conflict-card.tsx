import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Input, Textarea } from '@/components/ui/input'
import { DiffRoot, LineDiff, WordDiff } from '@/features/history'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { useImeSafeValue } from '@/lib/ime'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { Conflict } from '../api'
import { bothOf, unmerged } from '../model/merge'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import { wikiOf } from '../links'
import css from './submission.module.css'

type ConflictCardProps = {
  project: ProjectPage
  conflict: Conflict
  decides: boolean
  busy: boolean
  byHand: boolean
  onByHand: (open: boolean) => void
  onSettle: (side: 'mine' | 'theirs' | 'hand', text?: string) => void
}

/** One conflict: what was, what the draft and what the published page says, and the ways to decide. */
export function ConflictCard({ project, conflict, decides, busy, byHand, onByHand, onSettle }: ConflictCardProps) {
  const { field, base, mine, theirs } = conflict
  const body = field === 'body'
  return (
    <div className={css.conflict}>
      <h3>
        {t.conflicts.one(conflict.title, t.field[field])}
        {conflict.change ? (
          <PathLink className={ui.link} {...wikiOf(project, 'history', conflict.change)}>
            {t.conflicts.change}
          </PathLink>
        ) : null}
      </h3>
      {base !== null && !body ? <p className={ui.small}>{t.conflicts.base(base || t.conflicts.none2)}</p> : null}
      <DiffRoot>
        {body ? (
          <LineDiff title={`${t.conflicts.theirsSide} → ${t.conflicts.mineSide}`} before={theirs} after={mine} />
        ) : (
          <div className={css.sides}>
            <p>
              <small className={ui.small}>{t.conflicts.theirsSide}</small>
              <WordDiff before={conflict.theirs_text || t.conflicts.none2} after={conflict.mine_text} side="removed" />
            </p>
            <p>
              <small className={ui.small}>{t.conflicts.mineSide}</small>
              <WordDiff before={conflict.theirs_text} after={conflict.mine_text || t.conflicts.none2} side="added" />
            </p>
          </div>
        )}
      </DiffRoot>
      {decides ? (
        <div className={ui.row}>
          <Button disabled={busy || !conflict.sides.includes('mine')} aria-keyshortcuts="1" onClick={() => onSettle('mine')}>
            {t.conflicts.mine} <kbd>1</kbd>
          </Button>
          <Button disabled={busy || !conflict.sides.includes('theirs')} aria-keyshortcuts="2" onClick={() => onSettle('theirs')}>
            {t.conflicts.theirs} <kbd>2</kbd>
          </Button>
          {conflict.by_hand ? (
            <Button disabled={busy} on={byHand} aria-expanded={byHand} aria-keyshortcuts="e" onClick={() => onByHand(!byHand)}>
              {t.conflicts.hand} <kbd>E</kbd>
            </Button>
          ) : null}
        </div>
      ) : null}
      {byHand ? <ByHand conflict={conflict} busy={busy} onUse={(text) => onSettle('hand', text)} onCancel={() => onByHand(false)} /> : null}
    </div>
  )
}

type ByHandProps = { conflict: Conflict; busy: boolean; onUse: (text: string) => void; onCancel: () => void }

/** The result written by hand: a text begins with both sides, where they differ between markers, anything else with the draft's. */
function ByHand({ conflict: { field, theirs, mine }, busy, onUse, onCancel }: ByHandProps) {
  const id = useId()
  const long = field === 'body'
  const [text, setText] = useState(() => (long ? bothOf(theirs, mine) : mine))
  const left = long && unmerged(text, theirs, mine)
  const area = useImeSafeValue<HTMLTextAreaElement>(text, setText)
  const line = useImeSafeValue<HTMLInputElement>(text, setText)
  // The field is opened by a key or a button and is where the work goes on.
  const focus = (element: HTMLElement | null) => element?.focus()
  return (
    <div className={formCss.field}>
      <label htmlFor={id}>{t.conflicts.result}</label>
      {long ? (
        <Textarea id={id} rows={14} spellCheck={false} ref={focus} aria-describedby={`${id}-markers`} {...area} />
      ) : (
        <Input id={id} autoComplete="off" spellCheck={false} ref={focus} {...line} />
      )}
      {long ? (
        <p id={`${id}-markers`} className={cn(ui.small, left && ui.warn)} role="status">
          {left ? t.conflicts.markers : t.conflicts.merged}
        </p>
      ) : null}
      <div className={formCss.actions}>
        <Button onClick={onCancel}>{t.conflicts.cancel}</Button>
        <Button kind="primary" loading={busy} disabled={left} title={left ? t.conflicts.markers : undefined} onClick={() => onUse(text)}>
          <Check className={ui.icon} aria-hidden />
          {t.conflicts.use}
        </Button>
      </div>
    </div>
  )
}
