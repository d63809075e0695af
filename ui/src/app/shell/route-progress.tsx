import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import css from './route-progress.module.css'

const THROTTLE_MS = 50
const DURATION_MS = 500

type Phase = 'idle' | 'busy' | 'done'

/** A thin bar at the top while the next page is loading. Fast navigations show none. */
export function RouteProgress() {
  const busy = useRouterState({ select: (state) => state.status === 'pending' })
  const [phase, setPhase] = useState<Phase>('idle')
  useEffect(() => {
    if (busy) {
      const timer = setTimeout(() => setPhase('busy'), THROTTLE_MS)
      return () => clearTimeout(timer)
    }
    // The bar is completed before it disappears.
    const end = setTimeout(() => setPhase((now) => (now === 'busy' ? 'done' : now)), 0)
    const gone = setTimeout(() => setPhase('idle'), DURATION_MS)
    return () => {
      clearTimeout(end)
      clearTimeout(gone)
    }
  }, [busy])
  return <div className={css.root} data-phase={phase} aria-hidden />
}
