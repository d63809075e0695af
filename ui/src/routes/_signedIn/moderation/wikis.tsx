import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { wikiQueries } from '@/features/wiki/api'
import { DraftLists } from '@/features/wiki/components/draft-lists'
import { parseDraftSearch, type DraftSearch } from '@/features/wiki/search'
import { wikiManageText as t } from '@/lib/i18n/zh-Hans/wiki-manage'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/wikis')({
  validateSearch: (search: DraftSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(wikiQueries.all('staff', parseDraftSearch(deps).page ?? 1))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { page = 1 } = parseDraftSearch(Route.useSearch())
  if (isStaff(user)) return <DraftLists scope="staff" page={page} />
  return user === undefined ? null : <Forbidden text={t.lists.staffOnly} />
}
