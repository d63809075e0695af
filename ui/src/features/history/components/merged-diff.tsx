import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { wordsOf, type Line, type Piece } from '../model/words'
import { DiffFrame, type DiffProps } from './diff-frame'
import { Pieces } from './word-diff'
import css from './diff.module.css'

/** The colours of differences, for whatever shows them. */
export function DiffRoot({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cn(css.root, className)}>{children}</div>
}

/** A text in which removed and added words stand in place: one column, far unchanged lines folded. */
export function MergedDiff(props: DiffProps) {
  return (
    <DiffFrame
      {...props}
      sides={1}
      className={css.merged}
      row={(line, key) => (
        <tr key={key}>
          <td className={css.ln}>{line.after ?? line.before}</td>
          <td>
            <Pieces pieces={piecesOf(line)} />
          </td>
        </tr>
      )}
    />
  )
}

const textOf = (pieces: readonly Piece[] | undefined) => (pieces ?? []).map(({ text }) => text).join('')

/** Both sides of a line in one. */
function piecesOf({ old, now }: Line): Piece[] {
  if (!old || !now) return old ?? now ?? []
  return old === now ? old : wordsOf(textOf(old), textOf(now))
}
