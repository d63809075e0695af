import { createFileRoute } from '@tanstack/react-router'
import { parseQueueSearch, QueueScreen } from '@/features/review'
import { brandName } from '@/lib/brand'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/moderation/review')({
  validateSearch: parseQueueSearch,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  usePageHead(`${t.queue} - ${brandName()}`, { index: false })
  return <QueueScreen search={search} />
}
