import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { servers, type PowerAction, type Server, type Suspension } from '@/lib/hosting/servers'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import type { History } from './model/history'

/** How often what nodes observe is read again while the page is visible, and while a change is on its way, in ms. */
const OFTEN_MS = 5_000
const SOON_MS = 1_500
/** The wait between a power action and the next look. */
const POWER_MS = 1_000
/** The most that one request lists. */
const MOST = 100
const HISTORY_PAGE = 20
export const STAFF_PAGE = 50

export type HostNode = Answer<'GET', '/_internal/nodes'>['nodes'][number]
export type Provision = BodyOf<'POST', '/v3/server'>

const passing = new Set<Server['power']['state']>(['starting', 'restarting', 'stopping'])
const moving = (server: Server | undefined) =>
  server !== undefined && (server.pending || server.status === 'installing' || passing.has(server.power.state))

/** All queries share the key `['servers']`, which the live stream invalidates. The client repeats failed requests itself. */
export const serverQueries = {
  list: () =>
    queryOptions({
      queryKey: ['servers', 'list'] as const,
      queryFn: ({ signal }) => servers.list({ limit: MOST, offset: 0 }, signal),
      retry: false,
      refetchInterval: OFTEN_MS,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'one', id] as const,
      queryFn: ({ signal }) => servers.record(id, signal),
      retry: false,
      refetchInterval: ({ state }) => (moving(state.data) && state.data?.host?.connected ? SOON_MS : OFTEN_MS),
    }),
  history: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['servers', 'history', id] as const,
      queryFn: ({ signal, pageParam }): Promise<History> =>
        get('/_internal/server/{id}/history', { signal, params: { id }, query: { limit: HISTORY_PAGE, before: pageParam } }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  all: (page: number) =>
    queryOptions({
      queryKey: ['servers', 'all', page] as const,
      queryFn: ({ signal }) => get('/_internal/servers', { signal, query: { limit: STAFF_PAGE, offset: (page - 1) * STAFF_PAGE } }),
      placeholderData: keepPreviousData,
      refetchInterval: OFTEN_MS,
    }),
  nodes: () =>
    queryOptions({
      queryKey: ['servers', 'nodes'] as const,
      queryFn: ({ signal }) => get('/_internal/nodes', { signal }),
      refetchInterval: OFTEN_MS,
    }),
  /** Accounts whose names fit a text. */
  accounts: (text: string) =>
    queryOptions({
      queryKey: ['search', 'accounts', text] as const,
      queryFn: async ({ signal }) =>
        (await get('/v3/suggest', { signal, query: { q: text } })).authors.filter(({ kind }) => kind === 'user'),
      enabled: text !== '',
      placeholderData: keepPreviousData,
    }),
}

/** A page of a list as an address gives it. */
export function givenPage(page: unknown): number {
  const number = Number(page)
  return Number.isInteger(number) && number > 1 && number < 10_000 ? number : 1
}

const meta = { touches: ['servers'] } as const

/** A failure of the hosting API with its text and what it means. */
function tellHosting(error: unknown): void {
  const known = error instanceof ApiError ? error : undefined
  toast(known?.message ?? siteText.errorTitle, known?.description ?? siteText.unknownError, 'error')
}

/** A start was refused because nobody has accepted the game's licence. */
export const needsLicence = (error: unknown): boolean => ApiError.is(error, 409) && error.code === 'eula_required'

/** Asks for another power state. It ends a second later, so that the record is read again then. */
export function usePower(id: string) {
  return useMutation({
    meta,
    mutationFn: async (action: PowerAction) => {
      await servers.power(id, action)
      await new Promise((resolve) => setTimeout(resolve, POWER_MS))
    },
    onError: (error) => {
      if (!needsLicence(error)) tellHosting(error)
    },
  })
}

export function useRename(id: string) {
  return useMutation({ meta, mutationFn: (name: string) => servers.rename(id, name), onError: () => undefined })
}

/** Staff: suspends a server or ends its suspension. */
export function useSuspend(id: string) {
  return useMutation({ meta, mutationFn: (given: Suspension) => servers.suspend(id, given), onError: tellHosting })
}

/** Staff: deletes a server, or brings a deleted one back. */
export function useDelete(id: string) {
  return useMutation({
    meta,
    mutationFn: (back: boolean) =>
      send('POST', back ? '/v3/server/{id}/return' : '/v3/server/{id}/delete', { params: { id }, body: {}, asStaff: true }),
  })
}

export function useProvision() {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: Provision; key: string }) => send('POST', '/v3/server', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useAddNode() {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: BodyOf<'POST', '/v3/node'>; key: string }) =>
      send('POST', '/v3/node', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useNewCode() {
  return useMutation({ meta, mutationFn: (id: string) => send('POST', '/v3/node/{id}/code', { params: { id } }) })
}

export function useRetire() {
  return useMutation({
    meta,
    mutationFn: (id: string) => send('POST', '/v3/node/{id}/retire', { params: { id }, body: {}, asStaff: true }),
  })
}
