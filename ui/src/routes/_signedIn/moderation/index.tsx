import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { OverviewScreen } from '@/features/review/components/overview-screen'
import { overviewQuery } from '@/features/review/work-api'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/')({
  loader: ({ context }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(overviewQuery())
  },
  component: Page,
})

function Page() {
  const user = useSession()
  if (isStaff(user)) return <OverviewScreen />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
