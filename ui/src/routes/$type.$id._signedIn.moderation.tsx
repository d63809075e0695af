import { createFileRoute } from '@tanstack/react-router'
import { ModerationScreen } from '@/features/review'
import { reviewQueries } from '@/features/review/api'
import { beginInside } from '@/lib/project-inside'
import { viewerOf } from '@/lib/viewer'

export const Route = createFileRoute('/$type/$id/_signedIn/moderation')({
  loader: ({ context: { client, user }, params }) =>
    beginInside(client, params.id, (project) => viewerOf(project, user).inside && client.prefetchQuery(reviewQueries.history(project))),
  component: Moderation,
})

function Moderation() {
  const { id } = Route.useParams()
  return <ModerationScreen id={id} />
}
