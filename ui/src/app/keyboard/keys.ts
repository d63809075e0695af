/** Links that open one item of a list: of results, of the queue, of notifications. */
const items = 'main :is(.ui__result-link, [data-row-link])'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat' | 'target' | 'defaultPrevented'
>

/** Whether keys go into a text: a field, an editor, or anything that is written into. */
function writing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]') !== null)
  )
}

export type Command = 'commands' | 'keys' | 'next' | 'previous'

/** What a pressed key asks for. Nothing while an input method composes, and no single letter where a text is written or
 * a dialog or menu is open. */
export function commandOf(event: Pressed, layered: boolean): Command | undefined {
  if (event.isComposing || event.key === 'Process' || event.defaultPrevented || event.altKey) return undefined
  const command = event.ctrlKey || event.metaKey
  if (command) {
    // The editor inserts a link with the same keys.
    const editor = event.target instanceof Element && event.target.closest('.cm-editor') !== null
    return event.key.toLowerCase() === 'k' && !event.shiftKey && !editor ? 'commands' : undefined
  }
  if (writing(event.target) || layered) return undefined
  if (event.key === '?') return 'keys'
  if (event.shiftKey) return undefined
  if (event.key === 'j') return 'next'
  if (event.key === 'k') return 'previous'
  return undefined
}

/** The item a step leads to; with none focused, the first that is in sight. */
export function stepTo<T extends HTMLElement>(links: readonly T[], focused: Element | null, by: 1 | -1): T | undefined {
  const own = focused?.closest('.ui__result, tr, li') ?? focused
  const at = links.findIndex((link) => link === focused || (own !== null && own !== document.body && own.contains(link)))
  if (at >= 0) return links[at + by]
  return by > 0 ? (links.find((link) => link.getBoundingClientRect().top >= 0) ?? links[0]) : undefined
}

/** Moves the focus to the next or previous item of the page's list. */
export function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(items)].filter((link) => link.offsetParent !== null)
  const to = stepTo(links, document.activeElement, by)
  to?.focus({ preventScroll: true })
  to?.scrollIntoView({ block: 'nearest' })
}
