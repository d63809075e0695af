import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { AuditScreen, type AuditSearch } from '@/features/audit'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/audit')({
  // The screen checks them: it is not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): AuditSearch => search,
  component: Page,
})

function Page() {
  const user = useSession()
  const search = Route.useSearch()
  if (isStaff(user)) return <AuditScreen search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
