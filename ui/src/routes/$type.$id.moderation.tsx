import { createFileRoute, redirect } from '@tanstack/react-router'
import { ModerationScreen } from '@/features/review'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/moderation')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Moderation,
})

function Moderation() {
  const { id } = Route.useParams()
  return <ModerationScreen id={id} />
}
