import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/errors'
import { projectQueries } from '@/lib/project-queries'
import { reviewQueries } from './api'
import { followingOf } from './model/queue'

/** What follows in a run; read again when the queue changes. */
export const followingQuery = (rest: readonly string[]) =>
  queryOptions({
    queryKey: [...reviewQueries.all(), 'queue', 'run', rest] as const,
    queryFn: async ({ client }) => {
      const free = await client.fetchQuery(reviewQueries.free({})).then(
        ({ ids }) => new Set(ids),
        () => undefined, // the status is asked for each
      )
      const read = async (id: string) => {
        try {
          return await client.fetchQuery({ ...projectQueries.detail(id), staleTime: 10_000 })
        } catch (error) {
          if (ApiError.is(error, 404)) return undefined
          throw error
        }
      }
      const found = await followingOf(rest, read, free)
      return found ?? null
    },
    staleTime: 10_000,
  })
