import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from '@/features/project/components/overview-screen'

export const Route = createFileRoute('/$type/$id/')({ component: Overview })

function Overview() {
  const { id } = Route.useParams()
  return <OverviewScreen id={id} />
}
