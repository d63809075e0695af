import { begin, endLoading, turn, unanswered, type Facts } from './environment'
import type { QueryClient, QueryObserverOptions } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from '@/app/app'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'
import { setPreload } from '@/lib/api/preload'
import { sessionQuery } from '@/lib/session'
import { rereadPrefs } from '@/stores/prefs'
import { rereadTheme } from '@/stores/theme'

// The application drawn on the server. The program that embeds it calls `draw`, runs the engine's jobs and `turn`
// until `result` is there.

type Page = {
  facts: Facts
  /** The time that the page shows, in ms. */
  now: number
  /** The text of the page's preloaded answers, as in its document. */
  preload: string
  /** API paths whose answer is 404. */
  gone: readonly string[] | null
}

type Result = { html: string; unanswered: string[] } | { failed: string }

/** Code that is loaded on demand is there at the next attempt. */
const ATTEMPTS = 6
/** Turns that a page may take to load; one that waits for an answer takes more. */
const PATIENCE = 8
const SUSPENDED = '<!--$!-->'

let result: Result | undefined
let current = 0

const later = () => new Promise<void>((done) => setTimeout(done, 0))

/**
 * Sends the requests that the components would send once they are mounted, so that their addresses become known. Answers
 * are not drawn: the browser's first render has only those that are preloaded.
 */
function ask(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    const { enabled, queryFn } = query.options as QueryObserverOptions
    if (query.state.data !== undefined || query.state.fetchStatus !== 'idle' || query.state.status === 'error') continue
    if (enabled === false || (typeof enabled === 'function' && enabled(query) === false) || typeof queryFn !== 'function') continue
    void query.fetch().catch(() => undefined)
  }
}

/** Whether a page could be loaded with the answers at hand. */
async function loaded(router: ReturnType<typeof createAppRouter>): Promise<boolean> {
  let done = false
  const loading = router.load().then(() => {
    done = true
  })
  for (let i = 0; i < PATIENCE && !done; i++) await Promise.race([loading, later()])
  endLoading()
  return done && router._serverResult?.type !== 'redirect'
}

/** Whether the page is one for members that a visitor has asked for: a browser leads from it to the form, also where it is missing. */
const leadsToSignIn = (router: ReturnType<typeof createAppRouter>, client: QueryClient): boolean =>
  client.getQueryData(sessionQuery.queryKey) === null &&
  router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId.includes('/_signedIn'))

/** The page's HTML; empty where it needs an answer first, or leads to another page. */
async function html(page: Page): Promise<string> {
  begin(page.facts, page.now, page.gone ?? [])
  rereadPrefs()
  rereadTheme()
  setPreload(page.preload)
  const client = createQueryClient()
  try {
    const router = createAppRouter(client, createMemoryHistory({ initialEntries: [page.facts.path] }), { origin: page.facts.origin })
    if (!(await loaded(router)) || leadsToSignIn(router, client)) return ''
    let text = ''
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      text = renderToString(<App client={client} router={router} />)
      const suspended = text.includes(SUSPENDED)
      ask(client)
      await later()
      if (!suspended) break
    }
    if (router.state.matches.some((match) => match.status === 'error')) throw new Error('a part of the page failed')
    // The page's head says what is fetched early.
    return text.replace(/^(?:<link rel="preload"[^>]*>)+/, '')
  } finally {
    client.clear()
  }
}

Object.assign(globalThis, {
  draw: (input: string) => {
    const mine = ++current
    result = undefined
    html(JSON.parse(input) as Page).then(
      (text) => {
        if (mine === current) result = { html: text, unanswered: [...unanswered] }
      },
      (error: unknown) => {
        if (mine === current) result = { failed: error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error) }
      },
    )
  },
  turn,
  result: () => (result === undefined ? '' : JSON.stringify(result)),
})
