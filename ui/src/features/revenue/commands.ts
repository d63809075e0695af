import { queryOptions, useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { Asked } from './api'
import type { PayoutBody } from './types'

const meta = { touches: ['revenue'] } as const

/** The fee of an amount to a destination. It is a question, although it is sent like a command. */
export const feesQuery = (asked: Asked) =>
  queryOptions({
    // Not below the key of the money: a change elsewhere does not renew a quote that is being read.
    queryKey: ['payout-fees', asked] as const,
    queryFn: ({ signal }) => send('POST', '/v3/payout/fees', { body: asked, signal }),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })

/** Asks for a withdrawal; with the key a repeated command takes effect once. The screen shows its errors. */
export function useRequestPayout() {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: PayoutBody; key: string }) => send('POST', '/v3/payout', { body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useCancelPayout() {
  return useMutation({ meta, mutationFn: (id: string) => send('DELETE', '/v3/payout/{id}', { params: { id } }) })
}

/** Stores a destination. The form shows errors. */
export function useAddDestination() {
  return useMutation({
    meta,
    mutationFn: ({ method, details, key }: { method: string; details: Record<string, string>; key: string }) =>
      send('POST', '/v3/payout/destinations', { body: { method_id: method, details }, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useRemoveDestination() {
  return useMutation({ meta, mutationFn: (id: string) => send('DELETE', '/v3/payout/destinations/{id}', { params: { id } }) })
}
