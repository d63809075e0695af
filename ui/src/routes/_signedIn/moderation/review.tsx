import { createFileRoute } from '@tanstack/react-router'
import { QueueScreen } from '@/features/review'
import { reviewQueries } from '@/features/review/api'
import { parseQueueSearch, QUEUE_PAGE } from '@/features/review/model/queue'
import { titled } from '@/lib/head'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { isStaff } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/review')({
  validateSearch: parseQueueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { type, page = 1 } }) => {
    if (isStaff(context.user))
      void context.client.prefetchQuery(reviewQueries.queue({ type, offset: (page - 1) * QUEUE_PAGE, limit: QUEUE_PAGE }))
    return titled(t.queue)
  },
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  return <QueueScreen search={search} />
}
