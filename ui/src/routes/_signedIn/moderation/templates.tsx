import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { templatesQuery } from '@/features/review/checklist-api'
import { TemplatesScreen } from '@/features/review/components/templates-screen'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/templates')({
  loader: ({ context }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(templatesQuery())
  },
  component: Page,
})

function Page() {
  const user = useSession()
  if (isStaff(user)) return <TemplatesScreen />
  return user === undefined ? null : <Forbidden text={reviewChecklistText.templates.staffOnly} />
}
