import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { App } from '@/app/app'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'

/** Renders the application at a path with its real router and cache, over the answers of MSW. */
export async function renderRoute(path: string) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return { client, router, ...render(<App client={client} router={router} />) }
}
