import { lazy, Suspense, useEffect, useState, type RefObject } from 'react'

const load = () => import('./suggestions')
const Suggestions = lazy(load)

type SuggestedProps = {
  /** The field of a search form. */
  field: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  /** Below the form in its dialog, not above the page. */
  inline?: boolean
}

/** Suggestions below a search field. Their code is loaded when the field gets the focus. */
export function Suggested({ field, ...rest }: SuggestedProps) {
  const [input, setInput] = useState<HTMLInputElement>()
  useEffect(() => {
    const node = field.current
    const wake = () => setInput(node ?? undefined)
    if (node === document.activeElement) wake()
    node?.addEventListener('focus', wake)
    return () => node?.removeEventListener('focus', wake)
  }, [field])
  return input ? (
    <Suspense>
      <Suggestions input={input} {...rest} />
    </Suspense>
  ) : null
}
