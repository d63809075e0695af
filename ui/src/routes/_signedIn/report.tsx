import { createFileRoute } from '@tanstack/react-router'
import { isItemType, ReportForm, type ItemType } from '@/features/report'
import { brandName } from '@/lib/brand'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/report')({
  validateSearch: (search: Record<string, unknown>): { itemType?: ItemType; itemId?: string } => ({
    ...(isItemType(search.itemType) ? { itemType: search.itemType } : {}),
    ...(typeof search.itemId === 'string' && search.itemId.length <= 512 ? { itemId: search.itemId } : {}),
  }),
  component: Page,
})

function Page() {
  const { itemType = 'project', itemId = '' } = Route.useSearch()
  usePageHead(`${t.title} - ${brandName()}`, { index: false })
  return <ReportForm key={`${itemType} ${itemId}`} itemType={itemType} itemId={itemId} />
}
