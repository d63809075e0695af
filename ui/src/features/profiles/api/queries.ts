import { queryOptions } from '@tanstack/react-query'
import { apiPath, reading } from '@/lib/api/client'
import type { OrganizationPage, OwnedPage, UrlType, UserPage } from '@/lib/api/types'
import { listQuery, type ListSearch } from '../model/list-search'

export type Profile = 'user' | 'organization'

const path = (kind: Profile, id: string) => `/_internal/${kind}/${encodeURIComponent(id)}`

export const profileQueries = {
  user: (id: string) =>
    queryOptions({ queryKey: ['user', id, 'page'] as const, ...reading<UserPage>(`${path('user', id)}/page`), staleTime: 60_000 }),
  organization: (id: string) =>
    queryOptions({ queryKey: ['organization', id, 'page'] as const, ...reading<OrganizationPage>(`${path('organization', id)}/page`), staleTime: 60_000 }),
  projects: (of: Profile, id: string, search: ListSearch, kind: UrlType | undefined) =>
    queryOptions({
      queryKey: [of, id, 'rows', kind ?? 'all', search] as const,
      ...reading<OwnedPage>(apiPath(`${path(of, id)}/projects`, listQuery(search, kind))),
      staleTime: 30_000,
    }),
}
