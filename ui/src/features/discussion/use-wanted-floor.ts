import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Discussion } from './api'
import { floorHref, floorId, floorOfHash, pageOfFloor } from './model/floors'

/**
 * The floor that the address names, once it is on the screen: the page moves to it. An address without its page, as
 * in a notification, leads to the page with the floor.
 */
export function useWantedFloor(discussion: Discussion, page: number, ready: boolean): number | undefined {
  const { id, last_floor: last } = discussion
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    const floor = floorOfHash(hash)
    if (floor === undefined || floor > last) {
      setWanted(undefined)
      return
    }
    if (pageOfFloor(floor) !== page) {
      void navigate({ href: floorHref(discussion, floor), replace: true })
      return
    }
    if (!ready) return
    const element = document.getElementById(floorId(floor))
    setWanted(floor)
    element?.scrollIntoView({ block: 'start' })
    element?.focus({ preventScroll: true })
    // A later answer does not move the page again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hash, id, page, ready])
  return wanted
}
