import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router'
import { createElement, lazy, Suspense } from 'react'
import { parseSearch, stringifySearch } from '@/lib/url-search'
import { routeTree } from '@/routeTree.gen'

// They are rarely needed and prefetched while the page is idle, because they may report that the network is down.
const load = () => import('./error-page')
const NotFound = lazy(() => load().then(({ NotFoundPage }) => ({ default: NotFoundPage })))
const RouteError = lazy(() => load().then(({ RouteErrorPage }) => ({ default: RouteErrorPage })))
const PageSkeleton = lazy(() => import('@/components/layout/page-skeleton').then((module) => ({ default: module.PageSkeleton })))

/** Prefetches the modules that show errors. */
export function prepareErrors(): void {
  const fetch = () =>
    void import('./when-idle').then(
      ({ whenIdle }) => whenIdle(),
      () => undefined,
    )
  if (typeof requestIdleCallback === 'function') requestIdleCallback(fetch, { timeout: 5_000 })
  else setTimeout(fetch, 2_000)
}

/** The application's router. Pages wait 150 ms before they show a skeleton and then show it for at least 300 ms. On the server
 * it has the origin of the site and no document. */
export function createAppRouter(client: QueryClient, history?: RouterHistory, server?: { origin: string }) {
  const router = createRouter({
    routeTree,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
    defaultPendingComponent: () => createElement(Suspense, null, createElement(PageSkeleton)),
    defaultNotFoundComponent: (props) => createElement(Suspense, null, createElement(NotFound, props)),
    defaultErrorComponent: (props: ErrorComponentProps<unknown>) => createElement(Suspense, null, createElement(RouteError, props)),
    ...(history ? { history } : {}),
    ...(server ? { origin: server.origin, isServer: true } : {}),
  })
  if (server) return router
  // The first page's head is the server's, so that this need not come with the first file.
  void import('./page-head').then(
    ({ followHead }) => followHead(router, client),
    () => undefined,
  )
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
