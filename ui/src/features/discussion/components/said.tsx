import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Prose } from '@/components/markdown/prose'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { ActsMenu } from './acts-menu'
import type { Act, Discussion, TextOf } from '../api'
import { Writer } from './writer'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

const EditForm = lazy(() => import('./edit-form'))
const HistoryDialog = lazy(() => import('./history-dialog'))

export type SaidProps = {
  of: TextOf
  discussion: Discussion
  floor: number
  text: { name: string; created: string; updated: string; revision: number; content: string; html: string; title?: string | undefined }
  starter: boolean
  own: boolean
  /** There is no text, or not for the viewer: what is shown in its place. */
  absent: string | undefined
  edits: boolean
  deletes: boolean
  acts: readonly Exclude<Act, 'delete'>[]
  /** The link to the floor. */
  number?: ReactNode
  /** Above and below the text. */
  before?: ReactNode
  after?: ReactNode
  /** Beside the menu. */
  buttons?: ReactNode
}

/** A text with its author, its marks and what can be done with it; it is edited in place. */
export function Said({
  of,
  discussion,
  floor,
  text,
  starter,
  own,
  absent,
  edits,
  deletes,
  acts,
  number,
  before,
  after,
  buttons,
}: SaidProps) {
  const [open, setOpen] = useState<'edit' | 'history'>()
  const close = () => setOpen(undefined)
  const history = text.revision > 0 && absent === undefined
  return (
    <div className={css.said}>
      <Writer name={text.name} starter={starter}>
        <Ago className={ui.subtle} time={text.created} />
        {history ? (
          <button
            type="button"
            className={cn(textButtonCss.root, css.edited)}
            title={t.editedAt(formatDateTime(text.updated))}
            onClick={() => setOpen('history')}
          >
            {t.edited}
          </button>
        ) : null}
        {number}
      </Writer>
      {before}
      {open === 'edit' ? (
        <Suspense fallback={<Prose className={css.prose} html={text.html} />}>
          <EditForm of={of} content={text.content} title={text.title} revision={text.revision} onClose={close} />
        </Suspense>
      ) : absent === undefined ? (
        <Prose className={css.prose} html={text.html} />
      ) : (
        <p className={css.absent}>{absent}</p>
      )}
      <footer className={css.foot}>
        <div className={css.after}>{after}</div>
        {buttons}
        <ActsMenu
          of={of}
          discussion={discussion}
          floor={floor}
          own={own}
          edits={edits}
          deletes={deletes}
          acts={acts}
          history={history}
          reports={absent === undefined && !own}
          onEdit={() => setOpen('edit')}
          onHistory={() => setOpen('history')}
        />
      </footer>
      {open === 'history' ? (
        <Suspense>
          <HistoryDialog of={of} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
