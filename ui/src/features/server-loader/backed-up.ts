import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { backupQueries, phaseOf, taskOf } from '@/features/server-backups/parts'

type Around = { signal: AbortSignal; onShare: (share: number | undefined) => void }

/** Whether a backup was made, once it has ended. Rejects where the signal ends the wait. */
export function backedUp(client: QueryClient, server: string, backup: string, { signal, onShare }: Around): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const observer = new QueryObserver(client, backupQueries.list(server))
    const end = (then: () => void) => {
      signal.removeEventListener('abort', aborted)
      stop()
      then()
    }
    const aborted = () => end(() => reject(new DOMException('aborted', 'AbortError')))
    const look = ({ data, isFetchedAfterMount }: ReturnType<typeof observer.getCurrentResult>) => {
      const one = data?.find(({ id }) => id === backup)
      // A list of before does not have it yet; in a newer one it is missing because somebody deleted it.
      if (!one) return isFetchedAfterMount && data ? end(() => resolve(false)) : undefined
      const phase = phaseOf(one)
      if (phase === 'ready') end(() => resolve(true))
      else if (phase === 'failed' || phase === 'damaged') end(() => resolve(false))
      else onShare(taskOf(one)?.progress)
    }
    const stop = observer.subscribe(look)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
    else void observer.refetch()
  })
}
