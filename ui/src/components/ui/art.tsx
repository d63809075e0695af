import art from './art.svg?url&no-inline'
import css from './art.module.css'

/** A drawing of blocks in the colours of the theme: "empty" for lists, "lost" for missing pages. */
export function Art({ name }: { name: 'empty' | 'lost' }) {
  return (
    <svg className={css[name]} aria-hidden>
      <use href={`${art}#${name}`} />
    </svg>
  )
}
