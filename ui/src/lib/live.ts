import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFlags } from '@/stores/flags'

/**
 * Keeps what the screen shows of these topics up to date while it is open: `project:<id>`, `inbox`, `queue`,
 * `activity`. What moved is asked for again, at least as new as the move. Topics may change from one render to the
 * next; an empty list follows nothing.
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
