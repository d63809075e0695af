import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Server } from '@/lib/hosting/servers'
import { sampleOfRecord, sampleOfStats, withSample, type Sample } from './model/figures'
import { ConsoleSession, type Snapshot } from './model/session'

const SECOND_MS = 1_000

/** The time in ms, again and again. */
export function useNow(every = SECOND_MS): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (change) => {
      window.addEventListener('online', change)
      window.addEventListener('offline', change)
      return () => {
        window.removeEventListener('online', change)
        window.removeEventListener('offline', change)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}

/** The console of a server, open while it may be. A changed power state refreshes what the page knows of the server. */
export function useConsole(id: string, open: boolean): { session: ConsoleSession; snapshot: Snapshot } {
  const client = useQueryClient()
  const [session] = useState(() => new ConsoleSession(id))
  const snapshot = useSyncExternalStore(session.subscribe, session.current)
  useEffect(() => {
    if (!open) return
    session.start()
    return () => session.stop()
  }, [session, open])
  const { power } = snapshot
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (!power) return
    const state = `${power.state} ${power.since}`
    if (known.current !== undefined && known.current !== state) {
      void client.invalidateQueries({ queryKey: ['servers', 'one', id] })
      void client.invalidateQueries({ queryKey: ['servers', 'history', id] })
    }
    known.current = state
  }, [client, id, power])
  return { session, snapshot }
}

/** The last minutes of a server's figures: from its console while that is live, else from its record. */
export function useSamples(server: Server, readAt: number, { stats, status }: Snapshot): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const live = status.kind === 'live' && stats !== undefined
  const record = useRef(server)
  record.current = server
  useEffect(() => {
    if (live) setSamples((before) => withSample(before, sampleOfStats(Date.now(), stats)))
  }, [live, stats])
  useEffect(() => {
    if (!live && record.current.host?.connected) setSamples((before) => withSample(before, sampleOfRecord(readAt, record.current)))
  }, [live, readAt])
  return samples
}
