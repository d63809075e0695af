import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { NodeSession } from '@/lib/hosting/node-session'
import { settings, type StartupChange } from '@/lib/hosting/settings'
import { serverStartupText as t } from '@/lib/i18n/zh-Hans/server-startup'
import { toast } from '@/stores/toasts'
import { readServerIcon } from './model/icon'

/** How often the page looks whether the node has written what was decided, in ms. */
const OFTEN_MS = 15_000

export const settingsQueries = {
  startup: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'startup', id] as const,
      queryFn: ({ signal }) => settings.startup(id, signal),
      retry: false,
    }),
  /** The picture as it is on the node; null where there is none. */
  icon: (id: string, node: NodeSession) =>
    queryOptions({
      queryKey: ['servers', 'icon', id] as const,
      queryFn: () => readServerIcon(node),
      retry: false,
    }),
  /** The file as it is on the node. */
  file: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'properties', id, 'file'] as const,
      queryFn: ({ signal }) => settings.properties(id, signal),
      retry: false,
    }),
  decided: (id: string) =>
    queryOptions({
      queryKey: ['servers', 'properties', id, 'decided'] as const,
      queryFn: ({ signal }) => get('/v3/server/{id}/properties', { signal, params: { id } }),
      refetchInterval: OFTEN_MS,
    }),
}

/** The forms show what was refused. */
const quiet = { meta: { touches: ['servers'] }, onError: () => undefined } as const

export function useSetStartup(id: string) {
  return useMutation({
    ...quiet,
    mutationFn: (given: StartupChange) => settings.setStartup(id, given),
    onSuccess: () => toast(t.saved, t.savedHint),
  })
}

/** Decides settings; refused with 409 where one of them was decided after `expected`. The newest values are read then. */
export function useSetProperties(id: string) {
  const client = useQueryClient()
  return useMutation({
    ...quiet,
    mutationFn: ({ set, expected }: { set: Record<string, string>; expected: number }) =>
      send('PATCH', '/v3/server/{id}/properties', { params: { id }, body: { set, expected } }),
    onError: (error) => {
      if (ApiError.is(error, 409)) void client.invalidateQueries({ queryKey: ['servers', 'properties', id] })
    },
  })
}
