import { createFileRoute } from '@tanstack/react-router'
import { VersionsScreen } from '@/features/project/components/versions-screen'
import { versionsAsked } from '@/features/project/model/version-list'
import { parseVersionSearch, type VersionSearch } from '@/features/project/model/version-search'
import { beginInside } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'

export const Route = createFileRoute('/$type/$id/versions')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: VersionSearch) => search,
  // Without loaderDeps: the screen keeps its rows while a changed filter loads.
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, ({ id }) => {
      void client.prefetchQuery(versionQueries.versions(id, versionsAsked(parseVersionSearch(location.search))))
      void client.prefetchQuery(versionQueries.places(id))
    }),
  component: Versions,
})

function Versions() {
  const { id } = Route.useParams()
  return <VersionsScreen id={id} search={parseVersionSearch(Route.useSearch())} />
}
