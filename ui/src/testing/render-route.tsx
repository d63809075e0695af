import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { App } from '@/app/app'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'
// The router imports it when it is made: loaded here, it is there before the test has ended.
import '@/app/page-head'

/** Renders the application at a path with its real router and cache, over the answers of MSW. */
export async function renderRoute(path: string) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }))
  // Test files share the document: what is loaded after the test must not write the title of the next page.
  onTestFinished(() => {
    client.getQueryCache().notify = () => undefined
    client.clear()
  })
  await router.load()
  return { client, router, ...render(<App client={client} router={router} />) }
}
