import { createFileRoute } from '@tanstack/react-router'
import { VersionScreen } from '@/features/project/components/version-screen'
import { projectHead, versionHead } from '@/features/project/model/head'
import { ApiError } from '@/lib/api/errors'
import type { Headed } from '@/lib/head'
import { beginInside } from '@/lib/project-inside'
import { loadProject, projectQueries } from '@/lib/project-queries'
import { versionQueries } from '@/lib/version-queries'

/** How long a version that there is not is not asked for again. */
const MISSING_MS = 10_000

export const Route = createFileRoute('/$type/$id/version/$version')({
  loader: async ({ context: { client }, params }) => {
    const begin = ({ id }: { id: string }) => {
      const asked = versionQueries.version(id, params.version)
      const known = client.getQueryState(asked.queryKey)
      // The router loads the first page a second time: to ask again would take back what it shows.
      if (ApiError.is(known?.error, 404) && Date.now() - known.errorUpdatedAt < MISSING_MS) return undefined
      return client.ensureQueryData(asked).then(
        (version) => void client.prefetchQuery(versionQueries.needs(id, version.id)),
        () => undefined, // the page says so
      )
    }
    // Within a project the page shows at once what it has. Its first page waits, so that the first frame knows
    // whether there is this version.
    if (client.getQueryData(projectQueries.named(params.id).queryKey)) beginInside(client, params.id, begin)
    else await loadProject(client, params.id).then(begin, () => undefined) // the route above says so
    const head = () => {
      const id = client.getQueryData(projectQueries.named(params.id).queryKey) ?? ''
      const project = client.getQueryData(projectQueries.detail(id).queryKey)
      return versionHead(project, client.getQueryData(versionQueries.version(id, params.version).queryKey)) ?? projectHead(project)
    }
    return { head } satisfies Headed
  },
  component: Version,
})

function Version() {
  const { id, version } = Route.useParams()
  return <VersionScreen id={id} version={version} />
}
