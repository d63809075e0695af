import type { ReactNode } from 'react'
import css from './page-head.module.css'

type PageHeadProps = {
  title: string
  /** A note beside the title. */
  sub?: ReactNode
  /** What can be done, at the end. */
  children?: ReactNode
}

/** The head of a page. */
export function PageHead({ title, sub, children }: PageHeadProps) {
  return (
    <div className={css.root}>
      <h1>{title}</h1>
      {sub === undefined ? null : <span className={css.sub}>{sub}</span>}
      {children === undefined ? null : <div className={css.end}>{children}</div>}
    </div>
  )
}
