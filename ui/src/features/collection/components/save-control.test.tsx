import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SaveControl } from './save-control'

const code = vi.hoisted(() => {
  let come: () => void = () => undefined
  return { here: new Promise<void>((done) => (come = done)), come: () => come() }
})
vi.mock('./save-button', async (original) => {
  await code.here
  return original()
})

test('a button that has the focus keeps it when its code comes', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SaveControl project={{ id: 'Proj0001' }} /> }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const early = await screen.findByRole('button')
  early.focus()
  code.come()
  await waitFor(() => expect(early.isConnected && early.style.display !== 'none').toBe(false))
  expect(document.activeElement).toBe(await screen.findByRole('button'))
})
