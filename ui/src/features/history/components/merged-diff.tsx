import { UnfoldVertical } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import { linesOf, wordsOf, type Line, type Piece } from '../model/words'
import { Pieces } from './word-diff'
import css from './diff.module.css'

/** The colours of differences, for whatever shows them. */
export function DiffRoot({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cn(css.root, className)}>{children}</div>
}

/** A text in which removed and added words stand in place: one column, far unchanged lines folded. */
export function MergedDiff({ title, before, after }: { title: string; before: string; after: string }) {
  const { hunks, added, removed } = useMemo(() => linesOf(before, after), [before, after])
  return (
    <section className={css.section}>
      <header>
        <h3>{title}</h3>
        <span className={css.count} role="img" aria-label={t.diff.lines(added, removed)}>
          <span className={css.plus}>+{added}</span>
          <span className={css.minus}>−{removed}</span>
        </span>
      </header>
      <table className={cn(css.lines, css.merged)}>
        <caption className={ui.visuallyHidden}>{`${title}：${t.diff.lines(added, removed)}`}</caption>
        <colgroup>
          <col className={css.ln} />
          <col />
        </colgroup>
        <tbody>
          {hunks.map((hunk, index) =>
            'folded' in hunk ? (
              <tr key={index} className={css.fold}>
                <td colSpan={2}>
                  <span className={css.folded}>
                    <UnfoldVertical className={ui.icon14} aria-hidden />
                    {t.diff.folded(hunk.folded)}
                  </span>
                </td>
              </tr>
            ) : (
              hunk.lines.map((line, row) => (
                <tr key={`${index}.${row}`}>
                  <td className={css.ln}>{line.after ?? line.before}</td>
                  <td>
                    <Pieces pieces={piecesOf(line)} />
                  </td>
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

const textOf = (pieces: readonly Piece[] | undefined) => (pieces ?? []).map(({ text }) => text).join('')

/** Both sides of a line in one. */
function piecesOf({ old, now }: Line): Piece[] {
  if (!old || !now) return old ?? now ?? []
  return old === now ? old : wordsOf(textOf(old), textOf(now))
}
