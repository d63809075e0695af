import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser, User } from '@/lib/api/types'
import { takePreloaded } from '@/lib/api/preload'
import { csrfToken } from '@/lib/storage'

/** The session that the page was drawn for. */
let drawn: OwnUser | null | undefined

/** The signed-in person, or null. Without the cookie that accompanies a session no request is sent. */
export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: async ({ signal }): Promise<OwnUser | null> => {
    if (!csrfToken()) return null
    try {
      return await get('/v2/user', { signal })
    } catch (error) {
      if (ApiError.is(error, 401)) return null
      throw error
    }
  },
  // Known before the first paint, so that the layout does not shift when the session is known.
  initialData: () => (drawn = csrfToken() ? (takePreloaded('/v2/user')?.data as OwnUser | undefined) : null),
  staleTime: 5 * 60_000,
})

/** The subscription to what never changes. */
export const unwatched = () => () => undefined

/** The signed-in person; undefined while loading, null for anonymous visitors. */
export function useSession(): OwnUser | null | undefined {
  const user = useQuery(sessionQuery).data
  // A part that differs from what the server drew is drawn anew, and the page moves under the pointer.
  return useSyncExternalStore(
    unwatched,
    () => user,
    () => (drawn === undefined ? user : drawn),
  )
}

/** Whether the person decides about submitted projects. */
export function isStaff(user: Pick<User, 'role'> | null | undefined): boolean {
  return user?.role === 'moderator' || user?.role === 'admin'
}
