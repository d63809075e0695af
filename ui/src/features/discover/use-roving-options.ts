import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import optionCss from './components/filter-option.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Makes a list of options one stop of the Tab key: up and down lead through the options, right to the button that
 * excludes the one under the focus, left back to it.
 */
export function useRovingOptions() {
  const list = useRef<HTMLUListElement>(null)
  const mains = () => [...(list.current?.querySelectorAll<HTMLButtonElement>(`.${optionCss.main}`) ?? [])]

  /** Only the row under the focus is reached by Tab; React writes neither attribute. */
  const mark = (row: Element | null) => {
    for (const button of list.current?.querySelectorAll<HTMLButtonElement>(`.${optionCss.root} > button`) ?? [])
      button.tabIndex = button.parentElement === row ? 0 : -1
  }
  // If the marked row is gone, the first one is reached by Tab.
  useEffect(() => {
    const rows = mains()
    if (rows.length > 0 && rows.every((button) => button.tabIndex < 0)) mark(rows[0]?.parentElement ?? null)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const row = document.activeElement?.closest(`.${optionCss.root}`)
    if (!row) return
    const step = steps[event.key]
    let next: HTMLButtonElement | null | undefined
    if (step) {
      const all = mains()
      next = all[all.findIndex((button) => button.parentElement === row) + step]
    } else if (event.key === 'Home') next = mains()[0]
    else if (event.key === 'End') next = mains().at(-1)
    else if (event.key === 'ArrowRight') next = row.querySelector<HTMLButtonElement>(`.${optionCss.not}`)
    else if (event.key === 'ArrowLeft') next = row.querySelector<HTMLButtonElement>(`.${optionCss.main}`)
    else return
    event.preventDefault()
    next?.focus()
  }
  const onFocus = (event: FocusEvent) => mark(event.target.closest(`.${optionCss.root}`))
  return { ref: list, onKeyDown, onFocus }
}
