import { UnfoldVertical } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import { linesOf, type Line } from '../model/words'
import css from './diff.module.css'

export type DiffProps = {
  title: string
  before: string
  after: string
  /** The title stands above already. */
  untitled?: boolean
}

type DiffFrameProps = DiffProps & { sides: 1 | 2; className?: string | undefined; row: (line: Line, key: string) => ReactNode }

/** A long text line by line, with the number of changed lines; far unchanged ones are folded. */
export function DiffFrame({ title, before, after, untitled, sides, className, row }: DiffFrameProps) {
  const { hunks, added, removed } = useMemo(() => linesOf(before, after), [before, after])
  return (
    <section className={css.section}>
      <header>
        {untitled ? null : <h3>{title}</h3>}
        <span className={css.count} role="img" aria-label={t.diff.lines(added, removed)}>
          <span className={ui.ok}>+{added}</span>
          <span className={ui.bad}>−{removed}</span>
        </span>
      </header>
      <table className={cn(css.lines, className)}>
        <caption className={ui.visuallyHidden}>{`${title}：${t.diff.lines(added, removed)}`}</caption>
        <colgroup>
          {Array.from({ length: sides }, (_, side) => [<col key={`${side}.ln`} className={css.ln} />, <col key={side} />])}
        </colgroup>
        <tbody>
          {hunks.map((hunk, index) =>
            'folded' in hunk ? (
              <tr key={index} className={css.fold}>
                <td colSpan={2 * sides}>
                  <span className={css.folded}>
                    <UnfoldVertical className={ui.icon14} aria-hidden />
                    {t.diff.folded(hunk.folded)}
                  </span>
                </td>
              </tr>
            ) : (
              hunk.lines.map((line, at) => row(line, `${index}.${at}`))
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}
