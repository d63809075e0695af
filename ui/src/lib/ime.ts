import { useEffect, useRef, useState, type ChangeEvent, type CompositionEvent, type KeyboardEvent } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Whether an input method is composing: then Enter selects a candidate and does not submit. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}

/** For a field inside of a form: the Enter that selects a candidate must not submit the form. */
export function keepEnterForIme(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}

/**
 * Keeps a text field's own draft while an input method composes and reports only finished text. Spread the result
 * on an input; `value` is the text outside, `onValue` receives finished changes.
 */
export function useImeSafeValue<E extends Field>(value: string, onValue: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const composing = useRef(false)
  useEffect(() => {
    if (!composing.current) setDraft(value)
  }, [value])
  return {
    value: draft,
    onChange: (event: ChangeEvent<E>) => {
      setDraft(event.target.value)
      if (!composing.current) onValue(event.target.value)
    },
    onCompositionStart: () => {
      composing.current = true
    },
    onCompositionEnd: (event: CompositionEvent<E>) => {
      composing.current = false
      setDraft(event.currentTarget.value)
      onValue(event.currentTarget.value)
    },
  }
}
