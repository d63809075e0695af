import { createFileRoute } from '@tanstack/react-router'
import { ReportForm } from '@/features/report'
import { isItemType, type ItemType } from '@/features/report/model/item'
import { titled } from '@/lib/head'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'

export const Route = createFileRoute('/_signedIn/report')({
  validateSearch: (search: Record<string, unknown>): { itemType?: ItemType; itemId?: string } => ({
    ...(isItemType(search.itemType) ? { itemType: search.itemType } : {}),
    ...(typeof search.itemId === 'string' && search.itemId.length <= 512 ? { itemId: search.itemId } : {}),
  }),
  loader: () => titled(t.title),
  component: Page,
})

function Page() {
  const { itemType = 'project', itemId = '' } = Route.useSearch()
  return <ReportForm key={`${itemType} ${itemId}`} itemType={itemType} itemId={itemId} />
}
