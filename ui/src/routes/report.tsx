import { createFileRoute, redirect } from '@tanstack/react-router'
import { isItemType, ReportForm, type ItemType } from '@/features/report'
import { brandName } from '@/lib/brand'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { sessionQuery, signInPath } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/report')({
  validateSearch: (search: Record<string, unknown>): { itemType?: ItemType; itemId?: string } => ({
    ...(isItemType(search.itemType) ? { itemType: search.itemType } : {}),
    ...(typeof search.itemId === 'string' && search.itemId.length <= 512 ? { itemId: search.itemId } : {}),
  }),
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Page,
})

function Page() {
  const { itemType = 'project', itemId = '' } = Route.useSearch()
  usePageHead(`${t.title} - ${brandName()}`, { index: false })
  return <ReportForm key={`${itemType} ${itemId}`} itemType={itemType} itemId={itemId} />
}
