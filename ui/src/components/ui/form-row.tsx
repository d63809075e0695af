import { useId, type ReactNode } from 'react'
import { Star } from './input'
import formCss from './form.module.css'

type GroupRowProps = { label: string; hint?: ReactNode; error?: string | undefined; required?: boolean; children: ReactNode }

/** A row of a wide form with several controls under one name. */
export function GroupRow({ label, hint, error, required, children }: GroupRowProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={formCss.row} role="group" aria-labelledby={id} aria-describedby={note ? `${id}-note` : undefined}>
      <span id={id}>
        {label}
        {required ? <Star /> : null}
      </span>
      <div tabIndex={error ? -1 : undefined} data-invalid={error ? true : undefined}>
        {children}
        {note ? (
          <p id={`${id}-note`} className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
            {note}
          </p>
        ) : null}
      </div>
    </div>
  )
}
