import { useId, type ReactNode } from 'react'
import formCss from './form.module.css'

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

type RowProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: (control: Control) => ReactNode
}

/** A line of a wide form: label at the left, control with its hint or error at the right. */
export function Row({ label, hint, error, required, children }: RowProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={formCss.row}>
      <label htmlFor={id}>
        {label}
        {required ? (
          <span className={formCss.star} aria-hidden>
            {' '}
            *
          </span>
        ) : null}
      </label>
      <div>
        {children({
          id,
          'aria-describedby': hint || error ? note : undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        })}
        {error ? (
          <p id={note} className={formCss.error} role="alert">
            {error}
          </p>
        ) : hint ? (
          <p id={note} className={formCss.hint}>
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** A line with several controls under one name. */
export function GroupRow({ label, hint, error, required, children }: Omit<RowProps, 'children'> & { children: ReactNode }) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={formCss.row} role="group" aria-labelledby={id} aria-describedby={hint || error ? note : undefined}>
      <span id={id}>
        {label}
        {required ? (
          <span className={formCss.star} aria-hidden>
            {' '}
            *
          </span>
        ) : null}
      </span>
      <div tabIndex={error ? -1 : undefined} data-invalid={error ? true : undefined}>
        {children}
        {error ? (
          <p id={note} className={formCss.error} role="alert">
            {error}
          </p>
        ) : hint ? (
          <p id={note} className={formCss.hint}>
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Moves the focus to the first thing of a form that is wrong, once it is marked. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus())
}
