import { createFileRoute } from '@tanstack/react-router'
import { InboxScreen, type Filter } from '@/features/notification'
import { brandName } from '@/lib/brand'
import { notificationText as t } from '@/lib/i18n/zh-Hans/notification'
import { usePageHead } from '@/lib/title'

export const Route = createFileRoute('/dashboard/notifications/history')({
  // Spelt out here: an address is read before the screen's code is loaded.
  validateSearch: ({ type }: Record<string, unknown>): { type?: Exclude<Filter, 'all'> } =>
    type === 'update' || type === 'invite' || type === 'status' || type === 'message' ? { type } : {},
  component: Page,
})

function Page() {
  const { type = 'all' } = Route.useSearch()
  usePageHead(`${t.historyTitle} - ${brandName()}`, { index: false })
  return <InboxScreen history filter={type} />
}
