import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { amountJson } from '@/lib/money'
import { feesQuery } from './commands'
import type { PayoutDestination } from './types'

const PAUSE_MS = 300

/** A value that has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The fee, the rate and what arrives for an amount in cents; it is asked for when the typing pauses. */
export function useFees(cents: number | undefined, destination: PayoutDestination | undefined) {
  const asked = useSettled(cents)
  const query = useQuery({
    ...feesQuery({
      amount: amountJson(asked ?? 0),
      method_id: destination?.method ?? '',
      method_details: { destination: destination?.id ?? '' },
    }),
    enabled: asked !== undefined && destination !== undefined,
    placeholderData: keepPreviousData,
  })
  const pending = cents !== undefined && (asked !== cents || query.isFetching)
  // What was told of another amount is not true of this one.
  return { ...query, pending, data: cents === undefined ? undefined : query.data, fresh: pending || query.isError ? undefined : query.data }
}

export type Fees = ReturnType<typeof useFees>
