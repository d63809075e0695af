import { queryOptions, useMutation, type QueryClient } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import type { CuratedPlace } from '@/lib/curated'
import { standingQuery } from './searches-api'

export type Choice = Answer<'GET', '/_internal/curated/{place}'>[number]

/** The part of the screen that an address names. */
export function placeOf(place: string | undefined): CuratedPlace | 'searches' {
  return place === 'modpack' || place === 'software' || place === 'searches' ? place : 'home'
}

/** Begins to read what the screen shows. */
export function prepareCuration(client: QueryClient, place: string | undefined): void {
  const here = placeOf(place)
  if (here === 'searches') void client.prefetchQuery(standingQuery())
  else void client.prefetchQuery(choicesQuery(here))
}

/** What the staff has chosen for a place. The key begins like that of the slides, so that a change reads both again. */
export function choicesQuery(place: CuratedPlace) {
  return queryOptions({
    queryKey: ['curated', place, 'chosen'] as const,
    queryFn: ({ signal }) => get('/_internal/curated/{place}', { signal, params: { place } }),
  })
}

export function useChoose(place: CuratedPlace) {
  return useMutation({
    meta: { touches: ['curated'] },
    mutationFn: ({ body, key }: { body: BodyOf<'PUT', '/_internal/curated/{place}'>; key: string }) =>
      send('PUT', '/_internal/curated/{place}', { params: { place }, body, idempotencyKey: key }),
    onError: () => undefined,
  })
}
