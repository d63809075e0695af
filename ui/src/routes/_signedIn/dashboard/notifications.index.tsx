import { createFileRoute } from '@tanstack/react-router'
import { InboxScreen, notificationQueries, type Filter } from '@/features/notification'

export const Route = createFileRoute('/_signedIn/dashboard/notifications/')({
  // Spelt out here: an address is read before the screen's code is loaded.
  validateSearch: ({ type }: Record<string, unknown>): { type?: Exclude<Filter, 'all'> } =>
    type === 'update' || type === 'invite' || type === 'status' || type === 'message' ? { type } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchInfiniteQuery(notificationQueries.list(true, deps.type ?? 'all'))
  },
  component: Page,
})

function Page() {
  const { type = 'all' } = Route.useSearch()
  return <InboxScreen filter={type} />
}
