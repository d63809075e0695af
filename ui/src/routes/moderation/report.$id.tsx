import { createFileRoute } from '@tanstack/react-router'
import { ReportScreen } from '@/features/report'

export const Route = createFileRoute('/moderation/report/$id')({ component: Page })

function Page() {
  return <ReportScreen id={Route.useParams().id} place="/moderation" />
}
