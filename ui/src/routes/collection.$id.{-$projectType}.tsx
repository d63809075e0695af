import { createFileRoute, notFound } from '@tanstack/react-router'
import { collectionQueries, FOLLOWING } from '@/features/collection/api/queries'
import { CollectionScreen } from '@/features/collection/components/collection-screen'
import { parseCollectionSearch, typeOfSegment } from '@/features/collection/model/address'
import { ApiError } from '@/lib/api/errors'
import { profileText } from '@/lib/i18n/zh-Hans/profiles'
import { requireSession } from '@/lib/require-session'

export const Route = createFileRoute('/collection/$id/{-$projectType}')({
  validateSearch: parseCollectionSearch,
  beforeLoad: async ({ context, params: { id, projectType }, location }) => {
    if (projectType && !typeOfSegment(projectType)) throw notFound()
    if (id === FOLLOWING) await requireSession({ context, location })
  },
  loader: ({ context, params }) =>
    context.client.ensureQueryData(collectionQueries.page(params.id)).catch((error: unknown) => {
      if (ApiError.is(error, 404)) throw notFound({ data: profileText.collectionMissing })
      throw error
    }),
  component: Page,
})

function Page() {
  const { id, projectType } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <CollectionScreen
      id={id}
      {...(projectType ? { segment: projectType } : {})}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
