import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query matches now, for content that need not be rendered where it would be hidden. The server renders
 * as if the answer were `server`: where the content is rendered, which styles hide.
 */
export function useMedia(query: string, server = false): boolean {
  const watch = useCallback(
    (change: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', change)
      return () => media.removeEventListener('change', change)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => server,
  )
}
