import { createFileRoute } from '@tanstack/react-router'
import { filterOf, InboxScreen, notificationQueries, type Filter } from '@/features/notification'

export const Route = createFileRoute('/_signedIn/dashboard/notifications/history')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { type?: Exclude<Filter, 'all'> }) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.client.prefetchInfiniteQuery(notificationQueries.list(false, filterOf(deps.type)))
  },
  component: Page,
})

function Page() {
  const { type } = Route.useSearch()
  return <InboxScreen history filter={filterOf(type)} />
}
