import { createFileRoute } from '@tanstack/react-router'
import { ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { parseReportSearch, type ReportSearch } from '@/features/report/model/search'

export const Route = createFileRoute('/_signedIn/dashboard/reports')({
  // The loader and the page check them: they are not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): ReportSearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(reportQueries.list('mine', parseReportSearch(deps)))
  },
  component: Page,
})

function Page() {
  return <ReportList scope="mine" search={parseReportSearch(Route.useSearch())} />
}
