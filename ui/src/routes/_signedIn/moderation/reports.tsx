import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { parseReportSearch, type ReportSearch } from '@/features/report/model/search'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { isStaff, useSession } from '@/lib/session'
import pageHeadCss from '@/components/ui/page-head.module.css'

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
      <div className={pageHeadCss.root}>
        <h1>{t.all}</h1>
      </div>
      {user === undefined ? null : <Forbidden text={t.staffOnly} />}
    </>
  )
}
