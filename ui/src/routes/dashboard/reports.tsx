import { createFileRoute } from '@tanstack/react-router'
import { parseReportSearch, ReportList } from '@/features/report'
import { brandName } from '@/lib/brand'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/dashboard/reports')({ validateSearch: parseReportSearch, component: Page })

function Page() {
  usePageHead(`${t.mine} - ${brandName()}`, { index: false })
  return <ReportList scope="mine" search={Route.useSearch()} />
}
