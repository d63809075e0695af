import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toast } from '@/stores/toasts'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { floorId, pageOfFloor } from './model/floors'
import type { Floors } from './use-wanted-floor'

type Numbered = { floor_number: number | null }

/** The floors that were there when the page was opened; those that came since are shown when they are asked for. */
export function useKnownFloors<P extends Numbered>({ page, last, href }: Floors, posts: readonly P[]) {
  const navigate = useNavigate()
  const [known, setKnown] = useState(() => Math.max(last, ...posts.map((post) => post.floor_number ?? 0)))
  const [focus, setFocus] = useState<number>()
  const shown = posts.filter((post) => post.floor_number !== null && post.floor_number <= known)

  const there = focus !== undefined && shown.some((post) => post.floor_number === focus)
  useEffect(() => {
    if (!there || focus === undefined) return
    document.getElementById(floorId(focus))?.focus()
    setFocus(undefined)
  }, [there, focus])

  const show = (floor: number) => {
    if (pageOfFloor(floor) === page) setFocus(floor)
    else void navigate({ href: href(floor), resetScroll: false })
  }
  return {
    shown,
    known,
    fresh: last - known,
    /** Shows what came since. */
    load: () => {
      const first = known + 1
      setKnown(last)
      show(first)
    },
    /** Shows what the viewer has just sent; it may not have its number yet. */
    sent: (floor: number | null) => {
      if (floor === null) {
        toast(t.form.sent)
        return
      }
      setKnown(Math.max(known, floor))
      show(floor)
    },
  }
}
