import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'
import type { UrlType } from '@/lib/api/types'
import { listQuery, type Profile } from '../model/list'
import type { ListSearch } from '../model/list-search'

export const profileQueries = {
  user: (id: string) =>
    queryOptions({
      queryKey: ['user', id, 'page'] as const,
      ...reading('/_internal/user/{id}/page', { params: { id } }),
      staleTime: 60_000,
    }),
  organization: (id: string) =>
    queryOptions({
      queryKey: ['organization', id, 'page'] as const,
      ...reading('/_internal/organization/{id}/page', { params: { id } }),
      staleTime: 60_000,
    }),
  projects: (of: Profile, id: string, search: ListSearch, kind: UrlType | undefined) =>
    queryOptions({
      queryKey: [of, id, 'rows', kind ?? 'all', search] as const,
      ...reading(`/_internal/${of}/{id}/projects`, { params: { id }, query: listQuery(search, kind) }),
      staleTime: 30_000,
    }),
}
