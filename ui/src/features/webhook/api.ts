import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'

/** A project or an organisation, by its id or slug. */
export type Owner = { kind: 'project' | 'organization'; id: string }

export type Webhook = NonNullable<Answer<'GET', '/v3/project/{id}/webhooks'>['webhooks']>[number]
export type Delivery = NonNullable<Answer<'GET', '/v3/project/{id}/webhooks/{webhook}/deliveries'>['deliveries']>[number]
export type WebhookInput = Omit<BodyOf<'POST', '/v3/project/{id}/webhooks'>, '$schema' | 'reason'>
type Patch = BodyOf<'PATCH', '/v3/project/{id}/webhooks/{webhook}'>

const team = ({ kind }: Owner) => kind === 'organization'

/** All queries of webhooks share the key `['webhooks']`. */
export const webhookQueries = {
  list: (owner: Owner) =>
    queryOptions({
      queryKey: ['webhooks', owner.kind, owner.id] as const,
      queryFn: ({ signal }) =>
        get(team(owner) ? '/v3/organization/{id}/webhooks' : '/v3/project/{id}/webhooks', { signal, params: { id: owner.id } }),
    }),
  deliveries: (owner: Owner, webhook: string) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', owner.kind, owner.id, webhook] as const,
      initialPageParam: 0,
      queryFn: ({ signal, pageParam }) =>
        get(team(owner) ? '/v3/organization/{id}/webhooks/{webhook}/deliveries' : '/v3/project/{id}/webhooks/{webhook}/deliveries', {
          signal,
          params: { id: owner.id, webhook },
          query: pageParam ? { before: pageParam } : {},
        }),
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
}

const meta = { touches: ['webhooks'] } as const

/** Adds a webhook; its secret is in the answer and nowhere else. */
export function useAddWebhook(owner: Owner) {
  return useMutation({
    meta,
    mutationFn: ({ body, key }: { body: WebhookInput; key: string }) =>
      send('POST', team(owner) ? '/v3/organization/{id}/webhooks' : '/v3/project/{id}/webhooks', {
        params: { id: owner.id },
        body,
        idempotencyKey: key,
      }),
    onError: () => undefined,
  })
}

export function useChangeWebhook(owner: Owner, webhook: string) {
  return useMutation({
    meta,
    mutationFn: (body: Patch) =>
      send('PATCH', team(owner) ? '/v3/organization/{id}/webhooks/{webhook}' : '/v3/project/{id}/webhooks/{webhook}', {
        params: { id: owner.id, webhook },
        body,
      }),
  })
}

export function useRotateSecret(owner: Owner, webhook: string) {
  return useMutation({
    meta,
    mutationFn: () =>
      send('POST', team(owner) ? '/v3/organization/{id}/webhooks/{webhook}/secret' : '/v3/project/{id}/webhooks/{webhook}/secret', {
        params: { id: owner.id, webhook },
      }),
  })
}

export function useRemoveWebhook(owner: Owner, webhook: string) {
  return useMutation({
    meta,
    mutationFn: () =>
      send('DELETE', team(owner) ? '/v3/organization/{id}/webhooks/{webhook}' : '/v3/project/{id}/webhooks/{webhook}', {
        params: { id: owner.id, webhook },
      }),
  })
}

export function useTestWebhook(owner: Owner, webhook: string) {
  return useMutation({
    meta,
    mutationFn: () =>
      send('POST', team(owner) ? '/v3/organization/{id}/webhooks/{webhook}/test' : '/v3/project/{id}/webhooks/{webhook}/test', {
        params: { id: owner.id, webhook },
      }),
  })
}

export function useDeliverAgain(owner: Owner, webhook: string) {
  return useMutation({
    meta,
    mutationFn: (delivery: string) =>
      send(
        'POST',
        team(owner)
          ? '/v3/organization/{id}/webhooks/{webhook}/deliveries/{delivery}/again'
          : '/v3/project/{id}/webhooks/{webhook}/deliveries/{delivery}/again',
        { params: { id: owner.id, webhook, delivery } },
      ),
  })
}
