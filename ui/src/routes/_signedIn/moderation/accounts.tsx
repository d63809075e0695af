import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { AccountsScreen, type AccountsSearch } from '@/features/accounts'
import { accountQueries } from '@/features/accounts/api'
import { parseAccountsSearch } from '@/features/accounts/search'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/accounts')({
  // The loader and the page check them: they are not part of what every page loads.
  validateSearch: (search: AccountsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(accountQueries.page(parseAccountsSearch(deps)))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = Route.useSearch()
  if (isStaff(user)) return <AccountsScreen search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
