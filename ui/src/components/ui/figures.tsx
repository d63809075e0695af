import ui from './ui.module.css'
import css from './figures.module.css'

export type Figure = { name: string; value: string; title?: string | undefined; small?: string | undefined }

/** A card with a row of figures. */
export function Figures({ figures, label }: { figures: readonly Figure[]; label?: string }) {
  return (
    <section className={ui.card} aria-label={label}>
      <dl className={css.root}>
        {figures.map(({ name, value, title, small }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={title}>
              {value}
              {small ? <small suppressHydrationWarning>{small}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
