import { createFileRoute } from '@tanstack/react-router'
import { parseQueueSearch, QueueScreen } from '@/features/review'
import { reviewQueries } from '@/features/review/api'
import { QUEUE_PAGE } from '@/features/review/model/queue'
import { brandName } from '@/lib/brand'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { isStaff } from '@/lib/session'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/_signedIn/moderation/review')({
  validateSearch: parseQueueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { type, page = 1 } }) =>
    isStaff(context.user)
      ? void context.client.prefetchQuery(reviewQueries.queue({ type, offset: (page - 1) * QUEUE_PAGE, limit: QUEUE_PAGE }))
      : undefined,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  usePageHead(`${t.queue} - ${brandName()}`, { index: false })
  return <QueueScreen search={search} />
}
