import { createFileRoute } from '@tanstack/react-router'
import { VersionScreen } from '@/features/project/components/version-screen'
import { findVersion } from '@/features/project/model/version-list'
import { beginInside, projectQueries } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/version/$version')({
  loader: ({ context: { client }, params }) =>
    beginInside(client, params.id, ({ id }) =>
      client.ensureQueryData(projectQueries.versions(id)).then(
        (versions) => {
          const version = findVersion(versions, params.version)
          if (version) void client.prefetchQuery(projectQueries.needs(id, version.id))
        },
        () => undefined, // the page says so
      ),
    ),
  component: Version,
})

function Version() {
  const { id, version } = Route.useParams()
  return <VersionScreen id={id} version={version} />
}
