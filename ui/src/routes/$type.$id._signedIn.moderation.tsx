import { createFileRoute } from '@tanstack/react-router'
import { ModerationScreen } from '@/features/review'

export const Route = createFileRoute('/$type/$id/_signedIn/moderation')({
  component: Moderation,
})

function Moderation() {
  const { id } = Route.useParams()
  return <ModerationScreen id={id} />
}
