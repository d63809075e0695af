import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { WorkScreen } from '@/features/review/components/work-screen'
import { workQuery, type WorkSearch } from '@/features/review/work-api'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/work')({
  // The query checks them: it is not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): WorkSearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(workQuery(deps))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = Route.useSearch()
  if (isStaff(user)) return <WorkScreen search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
