import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { parseReportSearch, type ReportSearch } from '@/features/report/model/search'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/reports')({
  // The loader and the page check them: they are not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): ReportSearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(reportQueries.list('all', parseReportSearch(deps)))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = parseReportSearch(Route.useSearch())
  if (isStaff(user)) return <ReportList scope="all" search={search} />
  return (
    <>
      <PageHead title={t.all} />
      {user === undefined ? null : <Forbidden text={t.staffOnly} />}
    </>
  )
}
