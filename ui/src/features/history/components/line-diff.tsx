import { UnfoldVertical } from 'lucide-react'
import { useMemo } from 'react'
import { cn } from '@/lib/cn'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import { linesOf, type Line } from '../model/words'
import { Pieces } from './word-diff'
import css from './diff.module.css'

type LineDiffProps = { title: string; before: string; after: string }

/** A long text line by line: both sides beside each other, words marked, unchanged parts folded. */
export function LineDiff({ title, before, after }: LineDiffProps) {
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
      <table className={css.lines}>
        <caption className={ui.visuallyHidden}>{`${title}：${t.diff.lines(added, removed)}`}</caption>
        <colgroup>
          <col className={css.ln} />
          <col />
          <col className={css.ln} />
          <col />
        </colgroup>
        <tbody>
          {hunks.map((hunk, index) =>
            'folded' in hunk ? (
              <tr key={index} className={css.fold}>
                <td colSpan={4}>
                  <span className={css.folded}>
                    <UnfoldVertical className={ui.icon14} aria-hidden />
                    {t.diff.folded(hunk.folded)}
                  </span>
                </td>
              </tr>
            ) : (
              hunk.lines.map((line, row) => <Row key={`${index}.${row}`} line={line} />)
            ),
          )}
        </tbody>
      </table>
    </section>
  )
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
