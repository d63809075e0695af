import { createFileRoute } from '@tanstack/react-router'
import { parseReportSearch, ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { brandName } from '@/lib/brand'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/dashboard/reports')({
  validateSearch: parseReportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.client.prefetchQuery(reportQueries.list('mine', deps)),
  component: Page,
})

function Page() {
  usePageHead(`${t.mine} - ${brandName()}`, { index: false })
  return <ReportList scope="mine" search={Route.useSearch()} />
}
