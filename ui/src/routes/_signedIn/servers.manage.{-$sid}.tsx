import { createFileRoute, notFound } from '@tanstack/react-router'
import { ServerList, ServerOverview } from '@/features/server'
import { serverQueries } from '@/features/server/api'
import { ApiError } from '@/lib/api/errors'
import { siteTitle, type Headed } from '@/lib/head'

/** All servers of the viewer, or one of them. */
export const Route = createFileRoute('/_signedIn/servers/manage/{-$sid}')({
  loader: async ({ context: { client }, params: { sid } }) => {
    void client.prefetchQuery(serverQueries.list())
    if (!sid) return undefined
    void client.prefetchInfiniteQuery(serverQueries.history(sid))
    await client.ensureQueryData(serverQueries.one(sid)).catch((error: unknown) => {
      // The page itself tells of other failures, and tries again.
      if (ApiError.is(error, 404)) throw notFound()
    })
    return {
      head: () => {
        const name = client.getQueryData(serverQueries.one(sid).queryKey)?.name
        return name === undefined ? undefined : { title: siteTitle(name) }
      },
    } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { sid } = Route.useParams()
  return sid ? <ServerOverview key={sid} id={sid} /> : <ServerList />
}
