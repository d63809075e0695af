import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { reportQueries } from './api'
import type { ItemType } from './model/item'
import { readItem } from './model/read-item'

const PAUSE_MS = 300

/** Looks up the item to report, debounced. */
export function useReportable(kind: ItemType, text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { name } = readItem(settled, kind)
  const { data, error, isFetching, refetch } = useQuery(reportQueries.item(kind, name))
  const current = settled === text
  const missing = current && ApiError.is(error, 404)
  return {
    item: current ? data : undefined,
    missing,
    looking: name !== '' && (isFetching || !current),
    error: missing ? null : error,
    retry: () => void refetch(),
  }
}
