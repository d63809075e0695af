import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '@/lib/cn'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import type { Listing } from '../listing'
import { pressed, type SortKey } from '../model/order'
import ui from '@/components/ui/ui.module.css'
import css from './files-grid.module.css'

const columns: readonly SortKey[] = ['name', 'size', 'modified']

type ListHeadProps = { listing: Listing; all: boolean; some: boolean; onAll: (on: boolean) => void }

/** The heads of the columns, which sort, and the box that selects everything. */
export function ListHead({ listing, all, some, onAll }: ListHeadProps) {
  const { sort, setSort } = listing
  const Arrow = sort.down ? ArrowDown : ArrowUp
  return (
    <div role="row" aria-rowindex={1} className={cn(css.row, css.columns)}>
      <span role="columnheader" className={css.check}>
        <input
          type="checkbox"
          aria-label={t.selectAll}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = some && !all
          }}
          onChange={(event) => onAll(event.target.checked)}
        />
      </span>
      {columns.map((by) => (
        <span
          key={by}
          role="columnheader"
          className={cn(css[by], sort.by === by && css.on)}
          aria-sort={sort.by === by ? (sort.down ? 'descending' : 'ascending') : 'none'}
        >
          <button type="button" onClick={() => setSort(pressed(sort, by))}>
            {t.column[by]}
            {sort.by === by ? <Arrow className={ui.icon12} aria-hidden /> : null}
          </button>
        </span>
      ))}
      <span role="columnheader" className={css.end}>
        <span className={ui.visuallyHidden}>{t.actions}</span>
      </span>
    </div>
  )
}
