import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFlags } from '@/stores/flags'

/**
 * Keeps the screen's data of these topics up to date while it is open: `project:<id>`, `inbox`, `queue`,
 * `activity`. Changed data is refetched, at least as new as the change. Topics may change between renders; an
 * empty list follows nothing.
 */
export function useLive(topics: readonly string[]): void {
  const client = useQueryClient()
  const wanted = useFlags((state) => state.flags.liveUpdates)
  const key = wanted ? topics.join(' ') : ''
  useEffect(() => {
    if (key === '' || typeof EventSource === 'undefined') return
    let gone = false
    let leave: (() => void) | undefined
    void import('./live/stream').then(({ streamOf }) => {
      if (!gone) leave = streamOf(client).follow(key.split(' '))
    })
    return () => {
      gone = true
      leave?.()
    }
  }, [client, key])
}
