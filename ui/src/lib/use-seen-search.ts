import { useEffect } from 'react'

/** A text that is still being typed changes sooner. */
const LOOKED_AT_MS = 2_000

/** Reports a search once its results have been on the first page for a moment. */
export function useSeenSearch({ q, o }: { q?: string | undefined; o?: number | undefined }, found: boolean): void {
  const text = found && !o ? q : undefined
  useEffect(() => {
    if (!text) return undefined
    const timer = setTimeout(() => void import('./popular-searches').then(({ reportSearch }) => reportSearch(text)), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [text])
}
