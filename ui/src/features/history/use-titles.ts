import { useQuery } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { FieldChange } from './api'

const id = /^[0-9A-Za-z]{8}$/

/** The ids of projects among the dependencies that differ. */
export function projectsIn(fields: readonly FieldChange[]): string[] {
  const values = fields.filter(({ field }) => field === 'dependencies').flatMap(({ from, to }) => [...from, ...to])
  return [...new Set(values.map((value) => value.split(' ')[1] ?? '').filter((one) => id.test(one)))].sort()
}

/** The titles of projects by their ids; of those that the reader may see. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['titles', ids] as const,
    queryFn: ({ signal }) => get('/v2/projects', { signal, query: { ids } }),
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
    retry: false,
  })
  return new Map((data ?? []).map((one) => [one.id, one.title]))
}
