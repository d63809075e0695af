import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { ReportList } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { parseReportSearch } from '@/features/report/model/search'
import { titled } from '@/lib/head'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { isStaff, useSession } from '@/lib/session'
import pageHeadCss from '@/components/ui/page-head.module.css'

export const Route = createFileRoute('/_signedIn/moderation/reports')({
  validateSearch: parseReportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(reportQueries.list('all', deps))
    return titled(t.all)
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = Route.useSearch()
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
