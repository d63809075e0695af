import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const THROTTLE_MS = 50
const DURATION_MS = 500

/** A thin bar at the top while the next page is being fetched. */
export function RouteProgress() {
  const busy = useRouterState({ select: (state) => state.status === 'pending' })
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(busy), busy ? THROTTLE_MS : 0)
    return () => clearTimeout(timer)
  }, [busy])
  return <div className="progress" data-busy={shown || undefined} style={{ transitionDuration: `${shown ? DURATION_MS * 8 : DURATION_MS}ms` }} aria-hidden />
}
