import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now, for what is not worth drawing where it would not be seen. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (change: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', change)
      return () => media.removeEventListener('change', change)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}
