import css from './brand-mark.module.css'

/** Three blocks that form the site's letter. */
export function BrandMark({ className = css.root }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path className={css.top} d="M8 1l8 4-8 4-8-4zM24 1l8 4-8 4-8-4zM16 13l8 4-8 4-8-4z" />
      <path className={css.left} d="M0 5l8 4v16l-8-4zM16 5l8 4v8l-8-4zM8 17l8 4v9l-8-4z" />
      <path className={css.right} d="M16 5v8l-8 4V9zM32 5v16l-8 4V9zM24 17v9l-8 4v-9z" />
    </svg>
  )
}
