import type { ReactNode } from 'react'
import tableCss from './table.module.css'
import ui from './ui.module.css'

/** The name of a column: of texts, of numbers, which stand at the right, or only for screen readers. */
type Column = string | { right: string; hint?: string } | { unseen: string }

/** The names of the columns of a table; false: the column is not there. */
export function TableHead({ columns }: { columns: readonly (Column | false)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null
          if (typeof column === 'string') {
            return (
              <th key={column} scope="col">
                {column}
              </th>
            )
          }
          if ('unseen' in column) {
            return (
              <th key={column.unseen} scope="col">
                <span className={ui.visuallyHidden}>{column.unseen}</span>
              </th>
            )
          }
          return (
            <th key={column.right} scope="col" className={tableCss.right} title={column.hint}>
              {column.right}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type DataTableProps = {
  /** Its name for screen readers, where nothing else names it. */
  title?: string | undefined
  columns: readonly (Column | false)[]
  className?: string | undefined
  /** The rows. */
  children: ReactNode
}

export function DataTable({ title, columns, className = tableCss.root, children }: DataTableProps) {
  return (
    <table className={className}>
      {title === undefined ? null : <caption className={ui.visuallyHidden}>{title}</caption>}
      <TableHead columns={columns} />
      <tbody>{children}</tbody>
    </table>
  )
}
