import { useMutation, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { send } from './api/client'
import { ApiError } from './api/errors'
import { drawnWith } from './drawn'
import { sessionQuery } from './session'

/** Marks the commands that end a session; no query is refetched while one of them runs. */
export const endingKey = ['end-session'] as const

/** The time limit of waiting for a page. */
const LEAVING_MS = 2_000

type Ending = {
  /** Leaves the private screens when the session has ended. */
  leave: () => Promise<unknown>
  /** Draws the page anew, after data that it shows was read again and refused. */
  redraw?: () => Promise<unknown>
  /** Handles a failure; the default is a toast. */
  onError?: () => void
}

/** Queries with `meta: { personal: true }` are answered only to signed-in persons. */
const personal = (query: Query): boolean => query.meta?.personal === true

const REFUSALS = [401, 403, 404]

/** Data of the session that is refused without one. A failure leaves the data of a query in place, so that it would still be shown. */
const refused = (query: Query): boolean =>
  query.state.data !== undefined && ApiError.is(query.state.error) && REFUSALS.includes(query.state.error.status)

/** Reads everything anew. What is refused is removed and the page drawn anew at once, also while other reads take long. */
function readAnew(client: QueryClient, redraw: () => Promise<unknown>): Promise<void> {
  let due = false
  const hide = () => {
    due = false
    client.removeQueries({ predicate: refused })
    void redraw()
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (due || event.type !== 'updated' || event.action.type !== 'error' || !refused(event.query)) return
    due = true
    queueMicrotask(hide)
  })
  return client.invalidateQueries().finally(stop)
}

/** Cancels reads that start, such as those of late components, until the returned function is called. */
function breakOff(client: QueryClient, which: (query: Query) => boolean = () => true): () => void {
  return client.getQueryCache().subscribe((event) => {
    // The event arrives just before the read starts.
    if (event.type === 'updated' && event.action.type === 'fetch' && which(event.query)) queueMicrotask(() => void event.query.cancel())
  })
}

/**
 * A command that ends the session and then clears all data that was read in it. Reads in progress are cancelled,
 * since the server would answer them anonymously; if the command fails they are repeated.
 */
export function useEndSession<T = void>(run: (value: T) => Promise<void>, { leave, redraw, onError }: Ending) {
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
      // Drafts, and what was looked at, are deleted with the session, because a device may be shared.
      const account = client.getQueryData(sessionQuery.queryKey)?.id
      if (account) void import('./drafts').then(({ dropPrivate }) => dropPrivate(account))
      client.setQueryData(sessionQuery.queryKey, null)
      // The private screens are left before other data is refetched anonymously; those still shown for a moment, such
      // as the header on a busy machine, send no request.
      const stop = breakOff(client, personal)
      try {
        await leave()
      } finally {
        stop()
      }
      client.removeQueries({ predicate: personal })
      client.removeQueries({ type: 'inactive', predicate: (query) => !drawnWith.has(query) || query.state.dataUpdateCount > 1 })
    },
    ...(onError ? { onError } : {}),
    onSettled: (_ended, failure) => void (failure || !redraw ? client.invalidateQueries() : readAnew(client, redraw)),
  })
}

/** Navigates, and waits until the page is shown. */
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

/** Signs out. On a public page the visitor stays; a private page leads to the sign-in form, or says that it is not there. */
export function useSignOut() {
  const router = useRouter()
  const redraw = () => router.invalidate()
  return useEndSession(() => send('POST', '/v2/auth/logout'), { leave: () => arrive(router, redraw), redraw })
}
