import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { get } from '@/lib/api/client'
import type { Library } from '@/lib/api/types'
import { unwatched, useSession } from '@/lib/session'

/** The follows and collections of an account; every query that shows them has the key prefix `['library']`. */
export const libraryQuery = (account: string) =>
  queryOptions({
    meta: { personal: true },
    queryKey: ['library', account] as const,
    queryFn: ({ signal }) => get('/_internal/library', { signal }),
    staleTime: 60_000,
  })

/** The follows and collections of the signed-in person; anonymous visitors send no request. */
export function useLibrary(): UseQueryResult<Library> {
  const user = useSession()
  // A part that is taken over late begins as the server drew it, which knows no account.
  const taken = useSyncExternalStore(
    unwatched,
    () => true,
    () => false,
  )
  const account = (taken && user?.id) || ''
  return useQuery({ ...libraryQuery(account), enabled: account !== '' })
}
