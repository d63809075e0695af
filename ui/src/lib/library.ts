import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Library } from '@/lib/api/types'
import { useSession } from '@/lib/session'

/** What an account follows and keeps; everything that shows it lies under `['library']`. */
export const libraryQuery = (account: string) =>
  queryOptions({
    meta: { personal: true },
    queryKey: ['library', account] as const,
    queryFn: ({ signal }) => get('/_internal/library', { signal }),
    staleTime: 60_000,
  })

/** What the signed-in person follows and keeps; nothing is asked while nobody is signed in. */
export function useLibrary(): UseQueryResult<Library> {
  const user = useSession()
  return useQuery({ ...libraryQuery(user?.id ?? ''), enabled: Boolean(user) })
}
