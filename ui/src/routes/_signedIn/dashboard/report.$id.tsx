import { createFileRoute } from '@tanstack/react-router'
import { ReportScreen } from '@/features/report'
import { reportQueries } from '@/features/report/api'

export const Route = createFileRoute('/_signedIn/dashboard/report/$id')({
  loader: ({ context, params }) => void context.client.prefetchQuery(reportQueries.one(params.id)),
  component: Page,
})

function Page() {
  return <ReportScreen id={Route.useParams().id} place="/dashboard" />
}
