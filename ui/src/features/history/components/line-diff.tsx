import { cn } from '@/lib/cn'
import type { Line } from '../model/words'
import { DiffFrame, type DiffProps } from './diff-frame'
import { Pieces } from './word-diff'
import css from './diff.module.css'

/** A long text line by line: both sides beside each other, words marked, unchanged parts folded. */
export function LineDiff(props: DiffProps) {
  return <DiffFrame {...props} sides={2} row={(line, key) => <Row key={key} line={line} />} />
}

function Row({ line }: { line: Line }) {
  const same = line.old !== undefined && line.old === line.now
  return (
    <tr className={same ? css.same : undefined}>
      <td className={cn(css.ln, line.old ? !same && css.gone : css.missing)}>{line.before}</td>
      <td className={cn(line.old ? !same && css.gone : css.missing)}>{line.old ? <Pieces pieces={line.old} /> : null}</td>
      <td className={cn(css.ln, line.now ? !same && css.came : css.missing)}>{line.after}</td>
      <td className={cn(line.now ? !same && css.came : css.missing)}>{line.now ? <Pieces pieces={line.now} /> : null}</td>
    </tr>
  )
}
