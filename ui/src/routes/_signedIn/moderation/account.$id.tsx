import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { AccountScreen } from '@/features/accounts'
import { accountQueries } from '@/features/accounts/api'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/account/$id')({
  loader: ({ context, params }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(accountQueries.one(params.id))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { id } = Route.useParams()
  if (isStaff(user)) return <AccountScreen id={id} admin={user?.role === 'admin'} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
