import { createFileRoute } from '@tanstack/react-router'
import { ReportScreen } from '@/features/report'
import { loadReport } from '@/features/report/load'

export const Route = createFileRoute('/_signedIn/dashboard/report/$id')({
  loader: ({ context, params }) => loadReport(context.client, params.id),
  component: Page,
})

function Page() {
  return <ReportScreen id={Route.useParams().id} place="/dashboard" />
}
