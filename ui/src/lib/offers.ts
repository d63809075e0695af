import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import type { Address } from '@/lib/address'

const STALE_MS = 5 * 60_000

/** What the operator recommends under a code, or null where there is nothing. */
export function offerQuery(code: string) {
  return queryOptions({
    queryKey: ['offer', code] as const,
    queryFn: async ({ signal }) => (await get('/_internal/offer', { query: { code }, signal })).offer,
    enabled: code !== '',
    staleTime: STALE_MS,
  })
}

/** What the operator recommends for a server with a project, or null. */
export function projectOfferQuery(project: string) {
  return queryOptions({
    queryKey: ['offer', { project }] as const,
    queryFn: async ({ signal }) => (await get('/_internal/offer', { query: { project }, signal })).offer,
    staleTime: STALE_MS,
  })
}

/** The page of an offer: one code has an address of its own. */
export function offerAddress(code: string) {
  return (code === 'pcl' ? { to: '/pcl' } : { to: '/server', search: { aff: code } }) satisfies Address
}
