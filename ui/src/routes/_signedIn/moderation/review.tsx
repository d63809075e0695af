import { createFileRoute } from '@tanstack/react-router'
import { QueueScreen, type QueueSearch } from '@/features/review'
import { isStaff } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/review')({
  // The screen checks them: it is not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): QueueSearch => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    if (!isStaff(context.user)) return
    const { loadQueue } = await import('@/features/review/load-queue')
    loadQueue(context.client, deps)
  },
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  return <QueueScreen search={search} />
}
