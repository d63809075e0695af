import { queryOptions } from '@tanstack/react-query'
import { get, send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { readLocal, writeLocal } from '@/lib/storage'

const KEY = 'modyard.frog'
const ID = /^[A-Za-z0-9_-]{22}$/

/** The random word by which the frog knows this browser again: 128 bits that say nothing else. */
export function frogId(): string {
  const kept = readLocal(KEY)
  if (typeof kept === 'string' && ID.test(kept)) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  writeLocal(KEY, id)
  return id
}

/** Meets the frog, which counts a browser once, and then asks how many have. A network that brought many browsers meets it
 * without being counted. */
export const frogQuery = queryOptions({
  queryKey: ['frog'] as const,
  queryFn: async ({ signal }) => {
    try {
      await send('POST', '/_internal/frog', { body: { frog: frogId() }, signal })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
    }
    return get('/_internal/frog', { signal })
  },
  staleTime: Infinity,
  retry: 1,
})
