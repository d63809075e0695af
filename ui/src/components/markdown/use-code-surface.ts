import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeSurface } from './code-surface'
import type { Place } from './surface'

type Loaded = { Surface?: typeof CodeSurface; start?: Place }

const RETRY_MS = 200

/** The editor when it is loaded, with the selection and the focus of the text area `plain` that it replaces. */
export function useCodeSurface(value: string) {
  const plain = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState<Loaded>({})
  // Text in composition by an input method is only in the text area, and would be lost.
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
          // Synchronously: a focus or a text between this check and the render would be lost.
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
