import { useMemo, useRef, type MouseEvent } from 'react'
import { Prose } from './prose'
import { WITHHELD, withholdPictures } from './withhold-pictures'
import css from './message-prose.module.css'

/** A message that somebody else wrote to the reader: pictures of other hosts load when they are pressed, and not before. */
export function MessageProse({ html, className }: { html: string; className?: string }) {
  const root = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => withholdPictures(html), [html])
  const press = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(`button[${WITHHELD}]`) : null
    if (!button || !root.current?.contains(button)) return
    // A link around it is not followed.
    event.preventDefault()
    event.stopPropagation()
    const image = document.createElement('img')
    image.referrerPolicy = 'no-referrer'
    image.alt = button.dataset.alt ?? ''
    image.src = button.getAttribute(WITHHELD) ?? ''
    image.tabIndex = -1
    button.replaceWith(image)
    image.focus({ preventScroll: true })
  }
  return (
    // The clicks come from the buttons inside, which are focusable themselves.
    <div ref={root} className={css.root} onClickCapture={press}>
      <Prose html={shown} {...(className ? { className } : {})} />
    </div>
  )
}
