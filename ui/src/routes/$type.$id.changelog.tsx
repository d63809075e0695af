import { createFileRoute } from '@tanstack/react-router'
import { ChangelogScreen } from '@/features/project/components/changelog-screen'
import { versionsAsked } from '@/features/project/model/version-list'
import { parseVersionSearch, type VersionSearch } from '@/features/project/model/version-search'
import { beginInside } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'

export const Route = createFileRoute('/$type/$id/changelog')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: VersionSearch) => search,
  // Without loaderDeps: the screen keeps its rows while a changed filter loads.
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, ({ id }) => {
      void client.prefetchQuery(versionQueries.changelog(id, versionsAsked(parseVersionSearch(location.search))))
      void client.prefetchQuery(versionQueries.places(id))
    }),
  component: Changelog,
})

function Changelog() {
  const { id } = Route.useParams()
  return <ChangelogScreen id={id} search={parseVersionSearch(Route.useSearch())} />
}
