import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { ContentsScreen, parseContentsSearch, type ContentsSearch } from '@/features/contents'
import { loadContents } from '@/features/contents/load'
import { contentsText as t } from '@/lib/i18n/zh-Hans/contents'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/contents/$id')({
  // The screen checks them: it is not part of what every page loads.
  validateSearch: (search: Record<string, unknown>): ContentsSearch => search,
  loaderDeps: ({ search: { file } }) => ({ file }),
  loader: ({ context, params, deps }) => {
    if (isStaff(context.user)) loadContents(context.client, params.id, deps)
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { id } = Route.useParams()
  const search = parseContentsSearch(Route.useSearch())
  if (isStaff(user)) return <ContentsScreen version={id} search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
