import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeSurface } from './code-surface'
import type { Place } from './surface'

type Loaded = { Surface?: typeof CodeSurface; start?: Place }

const RETRY_MS = 200

/** The editor once it has come, with the caret and the focus of the text area `plain` that stood for it. */
export function useCodeSurface(value: string) {
  const plain = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState<Loaded>({})
  // What an input method composes is in the text area only, and would be lost.
  const composing = useEffectEvent(() => plain.current !== null && plain.current.value !== value)
  useEffect(() => {
    if (typeof Range.prototype.getClientRects !== 'function') return
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    void import('./code-surface').then(
      ({ CodeSurface: Surface }) => {
        const swap = () => {
          if (gone) return
          if (composing()) {
            timer = setTimeout(swap, RETRY_MS)
            return
          }
          const area = plain.current
          const focused = area !== null && document.activeElement === area
          // At once: a focus or a text that came between this look and the drawing would be lost.
          flushSync(() => setLoaded({ Surface, start: { start: area?.selectionStart ?? 0, end: area?.selectionEnd ?? 0, focused } }))
        }
        swap()
      },
      () => undefined,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return { ...loaded, plain }
}
