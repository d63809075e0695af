import { createFileRoute } from '@tanstack/react-router'
import { ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { parseReportSearch } from '@/features/report/model/search'
import { titled } from '@/lib/head'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'

export const Route = createFileRoute('/_signedIn/dashboard/reports')({
  validateSearch: parseReportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchQuery(reportQueries.list('mine', deps))
    return titled(t.mine)
  },
  component: Page,
})

function Page() {
  return <ReportList scope="mine" search={Route.useSearch()} />
}
