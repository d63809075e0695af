import { QueryClientProvider } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createQueryClient } from '@/app/query-client'
import { ServerFiles } from '@/features/server-files'
import type { Server } from '@/lib/hosting/servers'

type Search = { path?: string; open?: string }

/**
 * The file manager in a page whose address holds the folder and the open file, as the frame of the panel does it. `browser` uses the
 * history of the window, which warns before it is closed; its caller destroys it.
 */
export async function renderFiles(server: Server, at: Search = {}, canWrite = true, browser = false) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/servers/manage/$sid/files',
    validateSearch: ({ path, open }: Record<string, unknown>): Search => ({
      ...(typeof path === 'string' ? { path } : {}),
      ...(typeof open === 'string' ? { open } : {}),
    }),
    component: function Page() {
      const { path = '/', open } = useSearch({ strict: false }) as Search
      const navigate = useNavigate()
      const go = (search: Search) => void navigate({ to: '.', search: search as never })
      return (
        <main id="main">
          <h1>文件</h1>
          <ServerFiles
            server={server}
            path={path}
            open={open}
            canWrite={canWrite}
            onPath={(next) => go({ path: next })}
            onOpen={(next) => go(next === undefined ? { path } : { path, open: next })}
          />
        </main>
      )
    },
  })
  const address = `/servers/manage/${server.server_id}/files?${new URLSearchParams(at)}`
  if (browser) window.history.replaceState(null, '', address)
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: browser ? createBrowserHistory() : createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const client = createQueryClient()
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { client, router, search: () => router.state.location.search as Search, ...view }
}
