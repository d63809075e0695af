import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { discussionQueries } from '@/features/discussion/api'
import { DiscussionScreen } from '@/features/discussion/components/discussion-screen'
import { pageOfSearch } from '@/features/discussion/model/floors'
import { discussionHead } from '@/features/discussion/model/head'
import { ApiError } from '@/lib/api/errors'
import { missing } from '@/lib/api/missing'
import { discussionPath } from '@/lib/discussion-path'
import type { Headed } from '@/lib/head'
import { goneDiscussion, missingDiscussion } from '@/lib/talk-heads.gen'

export const Route = createFileRoute('/d/$id')({
  // The page reads it, so that the first script does not.
  validateSearch: ({ page }: { page?: unknown }): { page?: unknown } => ({ page }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id }, deps, location }) => {
    const page = pageOfSearch(deps)
    const query = discussionQueries.one(id)
    await Promise.all([client.ensureQueryData(query), client.ensureQueryData(discussionQueries.posts(id, page))]).catch(
      (error: unknown) => {
        if (ApiError.is(error, 410)) throw notFound({ data: goneDiscussion })
        return missing(missingDiscussion)(error)
      },
    )
    const found = client.getQueryData(query.queryKey)
    if (found?.project) {
      const hash = location.hash && `#${location.hash}`
      throw redirect({ href: discussionPath(found) + location.searchStr + hash, replace: true, statusCode: 301 })
    }
    return { head: () => discussionHead(client.getQueryData(query.queryKey)) } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiscussionScreen id={id} page={pageOfSearch(Route.useSearch())} />
}
