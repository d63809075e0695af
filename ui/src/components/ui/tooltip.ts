import { cn } from '@/lib/cn'
import popoverCss from './popover.module.css'
import ui from './ui.module.css'
import css from './tooltip.module.css'

/** How long the pointer rests on an element before its text is shown, and how long it may leave it, in ms. */
const DELAY = 200
const GRACE = 100
const GAP = 6
const MARGIN = 8
/** How many elements above the pointer are looked at. */
const DEPTH = 6
/** How many elements a cut text may contain. */
const MOST_PARTS = 3
const ID = 'tooltip'

/** Elements of drawings are explained by their attribute data-tip, because a title in a drawing is the browser's own tooltip. */
type Target = HTMLElement | SVGElement

type Found = { target: Target; text: string }

type Shown = Found & {
  tip: HTMLElement
  /** The title was taken away, or the browser would show it too. */
  titled: boolean
  named: boolean
  described: string | null
  changes: MutationObserver
}

/** True where an ellipsis hides a part of the text. */
function isCut(element: HTMLElement): boolean {
  const wide = element.scrollWidth > element.clientWidth
  const high = element.scrollHeight > element.clientHeight + 1
  if (!wide && !high) return false
  const style = getComputedStyle(element)
  // The value without a limit is "none", which is not a number.
  return (wide && style.textOverflow === 'ellipsis') || (high && Number(style.getPropertyValue('-webkit-line-clamp')) > 0)
}

/** The explanation of one element: its title, the name of a control without text, or the whole of a cut text. */
function textOf(element: Target): string {
  if (!(element instanceof HTMLElement)) return element.dataset.tip ?? ''
  // A form's property is its field of that name, where it has one.
  const title = element.getAttribute('title')?.trim()
  if (title) return title
  if (element.matches('button, a, [role="button"]') && !element.textContent.trim()) return element.getAttribute('aria-label')?.trim() ?? ''
  // A text with other things in it is not cut, but scrolled.
  return element.childElementCount <= MOST_PARTS && isCut(element) ? element.textContent.trim() : ''
}

/** The nearest element with an explanation. */
export function explained(start: EventTarget | null): Found | undefined {
  let element = start instanceof Element ? start : null
  for (let depth = 0; element && element !== document.body && depth < DEPTH; depth += 1) {
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      const text = textOf(element)
      if (text) return { target: element, text }
    }
    element = element.parentElement
  }
  return undefined
}

/** What the keyboard's focus explains: the control itself, or the cut text in it or right around it. */
export function explainedByFocus(control: HTMLElement): Found | undefined {
  const found = explained(control)
  if (found && (found.target === control || found.target === control.parentElement)) return found
  for (const part of [...control.querySelectorAll<HTMLElement>('*')].slice(0, DEPTH)) {
    if (isCut(part)) return { target: control, text: part.textContent.trim() }
  }
  return undefined
}

/** True for the link that covers a whole result. */
function covers(target: EventTarget | null): target is Element {
  return target instanceof Element && target.classList.contains(ui.resultLink ?? '')
}

/** What the pointer is over; under the link of a result, the part of the result. */
function under(event: PointerEvent): EventTarget | null {
  const { target } = event
  if (!covers(target)) return target
  const result = target.closest(`.${ui.result}`)
  const part = document.elementsFromPoint(event.clientX, event.clientY).find((element) => !covers(element))
  return part && result?.contains(part) ? part : target
}

/** Puts the tip above its target, or below where there is no room, within the window. */
function place(tip: HTMLElement, target: Target): void {
  const at = target.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const above = at.top - GAP - height
  const left = at.left + at.width / 2 - width / 2
  tip.style.top = `${above >= MARGIN ? above : at.bottom + GAP}px`
  tip.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - MARGIN - width))}px`
}

/**
 * Shows the titles of all elements as the site's own tooltips: after a moment under the mouse, at once with the keyboard's
 * focus, never by touch. One listener serves the page, so that it costs nothing where nothing is explained. It returns
 * what ends it.
 */
export function startTooltips(): () => void {
  let shown: Shown | undefined
  let waiting: Found | undefined
  let timer = 0
  /** The last key pressed a control and did not move the focus. */
  let activated = false
  /** Pressed or dismissed: quiet until the pointer leaves it. */
  let quiet: Target | undefined

  const hide = () => {
    window.clearTimeout(timer)
    waiting = undefined
    if (!shown) return
    const { target, tip, titled, named, described, text, changes } = shown
    shown = undefined
    changes.disconnect()
    tip.remove()
    if (titled && !target.hasAttribute('title')) target.setAttribute('title', text)
    if (named) target.removeAttribute('aria-label')
    if (described === null) target.removeAttribute('aria-describedby')
    else target.setAttribute('aria-describedby', described)
  }

  const show = (found: Found) => {
    hide()
    const { target, text } = found
    if (!target.isConnected) return
    const tip = document.createElement('div')
    tip.id = ID
    tip.setAttribute('role', 'tooltip')
    tip.className = cn(popoverCss.root, css.root)
    tip.textContent = text
    const titled = target.hasAttribute('title')
    const spoken = target.getAttribute('aria-label') ?? target.textContent.trim()
    // An element whose only name is its title keeps it.
    const named = titled && !spoken && !target.hasAttribute('aria-labelledby')
    const described = target.getAttribute('aria-describedby')
    if (titled) target.removeAttribute('title')
    if (named) target.setAttribute('aria-label', text)
    else if (titled && spoken !== text) target.setAttribute('aria-describedby', described === null ? ID : `${described} ${ID}`)
    document.body.append(tip)
    place(tip, target)
    const changes = new MutationObserver(() => {
      if (!target.isConnected) hide()
      else if (target.getAttribute('title')) show({ target, text: target.getAttribute('title') ?? '' })
    })
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['title'] })
    shown = { target, text, tip, titled, named, described, changes }
  }

  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const target = under(event)
    if (shown && target instanceof Node && (shown.tip.contains(target) || shown.target.contains(target))) {
      window.clearTimeout(timer)
      return
    }
    const found = explained(target)
    if (quiet && found?.target === quiet) return
    quiet = undefined
    if (found && found.target === waiting?.target) return
    if (found && shown) hide()
    window.clearTimeout(timer)
    waiting = found
    // The pointer may cross the gap to the tip, to read it or to select its text.
    timer = window.setTimeout(() => (found ? show(found) : hide()), found ? DELAY : GRACE)
  }

  const focus = (event: FocusEvent) => {
    // What a dialog focuses as it opens was not looked for.
    if (activated || !(event.target instanceof HTMLElement) || !event.target.matches(':focus-visible')) return
    const found = explainedByFocus(event.target)
    if (found) show(found)
  }

  const press = (event: PointerEvent) => {
    quiet = shown?.target ?? waiting?.target ?? explained(under(event))?.target
    hide()
  }

  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') activated = event.key === 'Enter' || event.key === ' '
    if (event.key !== 'Escape' || !shown) return
    quiet = shown.target
    hide()
  }

  const end = new AbortController()
  const options = { capture: true, passive: true, signal: end.signal }
  document.addEventListener('pointerover', over, options)
  // The parts under a result's link get no event of their own.
  document.addEventListener('pointermove', (event) => covers(event.target) && over(event), options)
  document.documentElement.addEventListener('pointerleave', hide, { signal: end.signal })
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('pointerdown', press, options)
  document.addEventListener('keydown', key, options)
  document.addEventListener('scroll', hide, options)
  return () => {
    hide()
    end.abort()
  }
}
