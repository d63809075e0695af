import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { createAppRouter } from './router'

type AppProps = { client: QueryClient; router: ReturnType<typeof createAppRouter>; onStart?: () => void }

export function App({ client, router, onStart }: AppProps) {
  useEffect(() => onStart?.(), [onStart])
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
