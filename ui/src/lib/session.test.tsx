import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { user } from '@/testing/people'
import { resetPreload, setPreload } from './api/preload'
import { sessionQuery, useSession } from './session'

afterEach(resetPreload)

/** A part of the page that a signed-in person sees otherwise. */
function Part() {
  return <p>{useSession()?.username ?? 'nobody'}</p>
}

test('a part that is taken over after the session has ended begins as it was drawn, and then shows the end', async () => {
  document.cookie = 'modyard_csrf=t; path=/'
  setPreload(JSON.stringify({ '/v2/user': user }))
  const client = new QueryClient()
  const app = (
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(app)
  expect(root.textContent).toBe(user.username)
  client.setQueryData(sessionQuery.queryKey, null)
  const onRecoverableError = vi.fn()
  await act(() => {
    hydrateRoot(root, app, { onRecoverableError })
    return Promise.resolve()
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(root.textContent).toBe('nobody')
})
