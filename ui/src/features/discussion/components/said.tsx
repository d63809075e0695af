import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Prose } from '@/components/markdown/prose'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { ActsMenu } from './acts-menu'
import { BarDialog, type BarDialogProps } from '@/features/bars/parts'
import type { Act, Discussion, TextOf } from '../api'
import { Writer } from './writer'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

const EditForm = lazy(() => import('./edit-form'))
const HistoryDialog = lazy(() => import('./history-dialog'))

/** A person who may be barred from a place by who looks at their text. */
export type Barring = Omit<BarDialogProps, 'onClose'>

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
  /** Whom the viewer may bar, and from where. */
  bars?: Barring | undefined
  /** The link to the floor. */
  number?: ReactNode
  /** Above and below the text. */
  before?: ReactNode
  after?: ReactNode
  /** Beside the menu. */
  buttons?: ReactNode
}

/** A text of a discussion with what can be done with it; it is edited in place. */
export function Said({ of, discussion, floor, text, own, edits, deletes, acts, ...rest }: SaidProps) {
  return (
    <SaidText
      {...rest}
      text={text}
      editor={(close) => <EditForm of={of} content={text.content} title={text.title} revision={text.revision} onClose={close} />}
      wordings={(close) => <HistoryDialog of={of} onClose={close} />}
      menu={(menu) => (
        <ActsMenu
          of={of}
          discussion={discussion}
          floor={floor}
          own={own}
          edits={edits}
          deletes={deletes}
          acts={acts}
          reports={rest.absent === undefined && !own}
          {...menu}
        />
      )}
    />
  )
}

type SaidTextProps = Pick<SaidProps, 'starter' | 'absent' | 'bars' | 'number' | 'before' | 'after' | 'buttons'> & {
  text: Omit<SaidProps['text'], 'content' | 'title'>
  /** What stands in place of the text while it is edited, and the dialog with its wordings. Both are loaded when they are needed. */
  editor: (close: () => void) => ReactNode
  wordings: (close: () => void) => ReactNode
  menu: (menu: { history: boolean; onEdit: () => void; onHistory: () => void; onBar?: (() => void) | undefined }) => ReactNode
}

/** A text with its author and its marks. */
export function SaidText({ text, starter, absent, bars, number, before, after, buttons, editor, wordings, menu }: SaidTextProps) {
  const [open, setOpen] = useState<'edit' | 'history' | 'bar'>()
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
        <Suspense fallback={<Prose className={css.prose} html={text.html} />}>{editor(close)}</Suspense>
      ) : absent === undefined ? (
        <Prose className={css.prose} html={text.html} />
      ) : (
        <p className={css.absent}>{absent}</p>
      )}
      <footer className={css.foot}>
        <div className={ui.grow}>{after}</div>
        {buttons}
        {menu({ history, onEdit: () => setOpen('edit'), onHistory: () => setOpen('history'), onBar: bars && (() => setOpen('bar')) })}
      </footer>
      {open === 'history' ? <Suspense>{wordings(close)}</Suspense> : null}
      {open === 'bar' && bars ? (
        <Suspense>
          <BarDialog {...bars} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
