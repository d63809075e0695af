import { useEffect, useRef, useState } from 'react'
import type { GalleryItem } from '@/lib/api/types'
import { useOrderPictures } from '../../gallery-commands'
import { moveTo, orderChanges } from '../../model/order'

const SAVE_AFTER_MS = 700

/** The order of pictures as it is being arranged; it is saved when nothing has moved for a moment. */
export function useOrder(project: string, saved: readonly GalleryItem[]) {
  const [wanted, setWanted] = useState<string[]>()
  const save = useOrderPictures(project)
  const urls = saved.map((one) => one.url)
  // Pictures that came or went meanwhile stand at the end, or do not count.
  const order = wanted ? [...wanted.filter((url) => urls.includes(url)), ...urls.filter((url) => !wanted.includes(url))] : urls
  const changes = wanted ? orderChanges(saved, order) : []
  const pending = changes.length > 0
  const send = useRef<() => void>(() => undefined)
  useEffect(() => {
    send.current = () => {
      if (!pending || save.isPending) return
      save.mutate(changes, { onSettled: () => setWanted(undefined) })
    }
  })
  const key = order.join(' ')
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => send.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, pending])
  return {
    pictures: order.flatMap((url) => saved.find((one) => one.url === url) ?? []),
    pending: pending || save.isPending,
    move: (from: number, to: number) => {
      if (!save.isPending && from !== to && to >= 0 && to < order.length) setWanted(moveTo(order, from, to))
    },
  }
}
