import { createFileRoute, notFound } from '@tanstack/react-router'
import { collectionQueries, FOLLOWING } from '@/features/collection/api/queries'
import { CollectionScreen } from '@/features/collection/components/collection-screen'
import { collectionHead } from '@/features/collection/model/head'
import { parseCollectionSearch, type CollectionSearch } from '@/features/collection/model/address'
import { missing } from '@/lib/api/missing'
import { typeOfSegment } from '@/lib/content-types'
import type { Headed } from '@/lib/head'
import { missingCollection, missingKind } from '@/lib/heads.gen'
import { requireSession } from '@/lib/require-session'

export const Route = createFileRoute('/collection/$id/{-$projectType}')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: CollectionSearch) => search,
  beforeLoad: async ({ context, params: { id, projectType }, location }) => {
    if (projectType && !typeOfSegment(projectType)) throw notFound({ data: missingKind })
    if (id === FOLLOWING) await requireSession({ context, location })
  },
  loader: async ({ context: { client }, params }) => {
    const query = collectionQueries.page(params.id)
    await client.ensureQueryData(query).catch(missing(missingCollection))
    return { head: () => collectionHead(client.getQueryData(query.queryKey), typeOfSegment(params.projectType)?.label) } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, projectType } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <CollectionScreen
      id={id}
      {...(projectType ? { segment: projectType } : {})}
      search={parseCollectionSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
