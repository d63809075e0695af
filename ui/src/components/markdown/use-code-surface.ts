import { useEffect, useState, type RefObject } from 'react'
import type { CodeSurface } from './code-surface'
import type { Place, SurfaceHandle } from './surface'

type Surface = typeof CodeSurface
type Loaded = { Surface?: Surface; start?: Place | undefined }

const RETRY_MS = 200

/** The real surface once it has come; where it does not come, or nothing has a layout, one writes on the plain one. */
export function useCodeSurface(handle: RefObject<SurfaceHandle | null>): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    if (typeof Range.prototype.getClientRects !== 'function') return
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    void import('./code-surface').then(
      (module) => {
        const swap = () => {
          const start = handle.current?.place()
          if (gone) return
          // An input method that is at work would lose what it composes.
          if (start?.composing) timer = setTimeout(swap, RETRY_MS)
          else setLoaded({ Surface: module.CodeSurface, start })
        }
        swap()
      },
      () => undefined,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [handle])
  return loaded
}
