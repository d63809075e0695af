import type { ReactNode } from 'react'
import ui from './ui.module.css'

type CardProps = {
  /** The id of its heading. */
  id: string
  title: string
  /** A note beside the heading. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a page with a heading. */
export function Card({ id, title, note, children }: CardProps) {
  return (
    <section className={ui.card} aria-labelledby={id}>
      <header className={ui.cardHead}>
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <small className={ui.small}>{note}</small>}
      </header>
      {children}
    </section>
  )
}
