import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SyncLamp } from './sync-lamp'

test('before the state is known, and without scripts, its link still has a name', () => {
  const drawn = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <SyncLamp />
    </QueryClientProvider>,
  )
  expect(drawn).toContain('状态一览')
})
