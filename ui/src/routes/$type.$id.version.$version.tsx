import { createFileRoute } from '@tanstack/react-router'
import { VersionScreen } from '@/features/project/components/version-screen'
import { beginInside, projectQueries } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/version/$version')({
  loader: ({ context: { client }, params }) =>
    beginInside(client, params.id, ({ id }) =>
      client.ensureQueryData(projectQueries.version(id, params.version)).then(
        (version) => client.prefetchQuery(projectQueries.needs(id, version.id)),
        () => undefined, // the page says so
      ),
    ),
  component: Version,
})

function Version() {
  const { id, version } = Route.useParams()
  return <VersionScreen id={id} version={version} />
}
