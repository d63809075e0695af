import { createFileRoute, notFound } from '@tanstack/react-router'
import { ServerList, ServerPage } from '@/features/server'
import { serverQueries } from '@/features/server/api'
import { titleOf } from '@/features/server/model/parts'
import { ApiError } from '@/lib/api/errors'
import { siteTitle, type Headed } from '@/lib/head'

/** All servers of the viewer, one of them, or a page of it: one route, because the first script names every route. */
export const Route = createFileRoute('/_signedIn/servers/manage/{-$sid}/{-$part}/{-$sub}')({
  loader: async ({ context: { client }, params: { sid, ...place } }) => {
    const title = titleOf(place)
    if (title === undefined) throw notFound()
    void client.prefetchQuery(serverQueries.list())
    if (!sid) return undefined
    if (!place.part) void client.prefetchInfiniteQuery(serverQueries.history(sid))
    await client.ensureQueryData(serverQueries.one(sid)).catch((error: unknown) => {
      // The page itself tells of other failures, and tries again.
      if (ApiError.is(error, 404)) throw notFound()
    })
    return {
      head: () => {
        const name = client.getQueryData(serverQueries.one(sid).queryKey)?.name
        return name === undefined ? undefined : { title: siteTitle(place.part ? `${title} - ${name}` : name) }
      },
    } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { sid, ...place } = Route.useParams()
  if (!sid) return <ServerList />
  return <ServerPage key={sid} id={sid} place={place} />
}
