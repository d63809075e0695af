import { useMutation, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { send } from './api/client'
import { sessionQuery } from './session'

/** Marks the commands that end a session; nothing that moved is asked for while one of them runs. */
export const endingKey = ['end-session'] as const

/** A page that does not come is not waited for longer. */
const LEAVING_MS = 2_000

type Ending = {
  /** Takes the person off what only they may see, once the session has ended. */
  leave: () => Promise<unknown>
  /** Tells of a failure; without it a toast does. */
  onError?: () => void
}

/** Queries with `meta: { personal: true }` are answered to nobody but a signed-in person. */
const personal = (query: Query): boolean => query.meta?.personal === true

/** Breaks off what begins to be read, such as what arrives late on a page, until the returned function is called. */
function breakOff(client: QueryClient, which: (query: Query) => boolean = () => true): () => void {
  return client.getQueryCache().subscribe((event) => {
    // It is told just before it begins.
    if (event.type === 'updated' && event.action.type === 'fetch' && which(event.query)) queueMicrotask(() => void event.query.cancel())
  })
}

/**
 * A command that ends the session, after which everything is forgotten that was read under it. What is being read
 * is broken off, for it would be answered to nobody; where the command fails it is read again.
 */
export function useEndSession<T = void>(run: (value: T) => Promise<void>, { leave, onError }: Ending) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: endingKey,
    mutationFn: async (value: T) => {
      await client.cancelQueries()
      const stop = breakOff(client)
      try {
        await run(value)
      } finally {
        stop()
      }
    },
    onSuccess: async () => {
      // What was being written goes with whoever wrote it; a device may be shared.
      const account = client.getQueryData(sessionQuery.queryKey)?.id
      if (account) void import('./drafts').then(({ dropDrafts }) => dropDrafts(account))
      client.setQueryData(sessionQuery.queryKey, null)
      // The person's screens leave before the rest is read as a visitor reads it; what of them is drawn a moment longer,
      // as the header on a busy machine, asks for nothing.
      const stop = breakOff(client, personal)
      try {
        await leave()
      } finally {
        stop()
      }
      client.removeQueries({ predicate: personal })
      client.removeQueries({ type: 'inactive' })
    },
    ...(onError ? { onError } : {}),
    onSettled: () => void client.invalidateQueries(),
  })
}

/** Goes somewhere, and waits until it is on the screen. */
export async function arrive(router: AnyRouter, go: () => Promise<unknown>): Promise<void> {
  let stop: (() => void) | undefined
  const shown = new Promise<void>((done) => {
    stop = router.subscribe('onResolved', () => done())
    setTimeout(done, LEAVING_MS)
  })
  await go()
  await shown
  stop?.()
}

/** Signs out. Who is on a page for everybody stays there; a place of their own asks to sign in. */
export function useSignOut() {
  const router = useRouter()
  return useEndSession(() => send('POST', '/v2/auth/logout'), { leave: () => arrive(router, () => router.invalidate()) })
}
