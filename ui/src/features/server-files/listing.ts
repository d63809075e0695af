import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { NodeSession } from '@/lib/hosting/node-session'
import { fileQueries } from './api'
import type { Disk } from './model/faults'
import { isNodeOrder, named, nodeOrder, sorted, type Sort } from './model/order'

/**
 * The entries of a folder as they are shown. In the node's order pages are loaded as they come into sight; another order and a filter
 * need all of them first. A page that failed waits for somebody to ask again.
 */
export function useListing(id: string, node: NodeSession, path: string, enabled: boolean) {
  const query = useInfiniteQuery({ ...fileQueries.list(id, node, path), enabled })
  const [sort, setSort] = useState<Sort>(nodeOrder)
  // A filter belongs to the folder in which it was typed.
  const [typed, setTyped] = useState({ path, text: '' })
  const find = typed.path === path ? typed.text : ''
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const whole = !isNodeOrder(sort) || find.trim() !== ''
  const free = hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (whole && free) void fetchNextPage()
  }, [whole, free, fetchNextPage])
  const pages = data?.pages
  // Where something came or went between two pages, an entry is in both.
  const loaded = useMemo(() => [...new Map((pages ?? []).flatMap(({ items }) => items).map((item) => [item.name, item])).values()], [pages])
  const items = useMemo(() => sorted(named(loaded, find), sort), [loaded, find, sort])
  const last = pages?.at(-1)
  const count = Math.max(last?.count ?? 0, loaded.length)
  const disk: Disk | undefined = last && { used: last.used, room: last.room }
  return {
    query,
    items,
    /** All entries of the folder, loaded or not. */
    count,
    disk,
    /** Rows of the list: those that are not loaded yet too, where they can be shown. */
    rows: whole ? items.length : hasNextPage ? count : items.length,
    /** Entries that an order or a filter waits for. */
    rest: whole && hasNextPage ? count - loaded.length : 0,
    sort,
    setSort,
    find,
    setFind: (text: string) => setTyped({ path, text }),
    /** Loads on where rows up to this one are in sight. */
    want: (to: number) => {
      if (!whole && free && to > loaded.length) void fetchNextPage()
    },
  }
}

export type Listing = ReturnType<typeof useListing>
