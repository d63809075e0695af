import { useRef, useState, type MouseEvent } from 'react'
import { Prose } from './prose'
import { WITHHELD, withholdPictures } from './withhold-pictures'
import css from './message-prose.module.css'

/**
 * A text that somebody else may have written: pictures of other hosts load when they are pressed, and not before. In a text that
 * changes, as in a preview, a pressed picture stays.
 */
export function MessageProse({ html, className }: { html: string; className?: string }) {
  const root = useRef<HTMLDivElement>(null)
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(() => ({ html, text: withholdPictures(html) }))
  // A press replaces its button alone: written anew, the text would lose the focus and the place.
  if (shown.html !== html) setShown({ html, text: withholdPictures(html, pressed) })
  const press = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(`button[${WITHHELD}]`) : null
    if (!button || !root.current?.contains(button)) return
    // A link around it is not followed.
    event.preventDefault()
    event.stopPropagation()
    const image = document.createElement('img')
    image.referrerPolicy = 'no-referrer'
    image.alt = button.dataset.alt ?? ''
    const address = button.getAttribute(WITHHELD) ?? ''
    image.src = address
    setPressed(new Set([...pressed, address]))
    image.tabIndex = -1
    button.replaceWith(image)
    image.focus({ preventScroll: true })
  }
  return (
    // The clicks come from the buttons inside, which are focusable themselves.
    <div ref={root} className={css.root} onClickCapture={press}>
      <Prose html={shown.text} {...(className ? { className } : {})} />
    </div>
  )
}
