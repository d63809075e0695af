import { createFileRoute } from '@tanstack/react-router'
import { ReportForm } from '@/features/report'
import { reportQueries } from '@/features/report/api'
import { reportedItem, type ItemType } from '@/features/report/model/item'

export const Route = createFileRoute('/_signedIn/report')({
  // The loader and the page check them: they are not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): { itemType?: ItemType; itemId?: string } => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { itemType, itemId } = reportedItem(deps)
    if (itemId) void context.client.prefetchQuery(reportQueries.item(itemType, itemId))
  },
  component: Page,
})

function Page() {
  const { itemType, itemId } = reportedItem(Route.useSearch())
  return <ReportForm key={`${itemType} ${itemId}`} itemType={itemType} itemId={itemId} />
}
