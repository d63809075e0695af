import { QueryClientProvider } from '@tanstack/react-query'
import {
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

/** The file manager in a page whose address holds the folder and the open file, as the frame of the panel does it. */
export async function renderFiles(server: Server, at: Search = {}, canWrite = true) {
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
  const query = new URLSearchParams(at)
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/servers/manage/${server.server_id}/files?${query}`] }),
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
