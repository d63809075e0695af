import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createQueryClient } from '@/app/query-client'
import { sessionQuery } from '@/lib/session'
import { user } from './people'

/** Renders a part of a page for a signed-in person, over the answers of MSW. It stays where its links lead. */
export async function renderPart(Part: ComponentType) {
  document.cookie = 'modyard_csrf=x; path=/'
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  client.setQueryData(sessionQuery.queryKey, user)
  const root = createRootRoute({ component: () => <Part />, notFoundComponent: () => null })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const shown = render(
    <QueryClientProvider client={client}>
      <main id="main">
        <RouterProvider router={router as never} />
      </main>
    </QueryClientProvider>,
  )
  return { client, router, ...shown }
}
