import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageCount } from '@/lib/pages'
import { versionQueries, type VersionsAsked } from '@/lib/version-queries'
import { versionsSize } from '@/lib/sizes.gen'
import { versionsAsked, type VersionSearch } from './model/version-list'
import { useSetVersionSearch } from './use-version-search'

type Part<P, K extends QueryKey> = (project: string, asked: VersionsAsked) => UseQueryOptions<P, Error, P, K>

/** The part of a project's versions that an address shows, and what there is to filter by. The part before stays until the next is there. */
export function usePagedVersions<P extends { total: number }, K extends QueryKey>(
  project: string | undefined,
  search: VersionSearch,
  part: Part<P, K>,
) {
  const setSearch = useSetVersionSearch()
  const enabled = project !== undefined
  const list = useQuery<P, Error, P, K>({
    ...part(project ?? '', versionsAsked(search)),
    enabled,
    placeholderData: (before, query) => (query?.queryKey[1] === project ? before : undefined),
  })
  const places = useQuery({ ...versionQueries.places(project ?? ''), enabled })
  const failed = [list, places].find((query) => query.isError)
  const asked = search.page ?? 1
  const count = list.data ? pageCount(list.data.total, versionsSize) : asked
  useEffect(() => {
    if (asked > count) setSearch({ ...search, page: count > 1 ? count : undefined })
  })
  return {
    list: list.data,
    places: places.data,
    failed: failed ? { error: failed.error, onRetry: () => void failed.refetch() } : undefined,
    page: Math.min(asked, count),
    count,
  }
}
