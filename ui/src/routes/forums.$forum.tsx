import { createFileRoute, notFound } from '@tanstack/react-router'
import { ForumScreen } from '@/features/forum'
import { forumQueries } from '@/features/forum/api'
import { parseForumSearch, type ForumSearch } from '@/features/forum/search'
import { forumPage } from '@/features/forum/sections'
import { siteTitle, type Headed } from '@/lib/head'
import { missingPage } from '@/lib/heads.gen'

export const Route = createFileRoute('/forums/$forum')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: ForumSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps, location }) => {
    const page = forumPage(params.forum)
    if (!page) throw notFound({ data: missingPage({ path: location.pathname }) })
    const search = parseForumSearch(deps)
    // Whose discussions are asked for is known on the page.
    if (search.filter !== 'mine') void context.client.prefetchQuery(forumQueries.list(page.id, search))
    return { page, head: { title: siteTitle(page.title), description: page.lead } satisfies Headed['head'] }
  },
  component: Page,
})

function Page() {
  return <ForumScreen page={Route.useLoaderData().page} search={parseForumSearch(Route.useSearch())} />
}
