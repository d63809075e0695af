import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { UserScreen } from '@/features/profiles/components/user-screen'
import { kindOf, parseListSearch } from '@/features/profiles/model/list-search'
import { ApiError } from '@/lib/api/errors'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/user/$id/{-$kind}')({
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { id, kind }, deps }) => {
    if (kind && kind !== 'collections' && !kindOf(kind)) throw notFound({ data: t.kindMissing })
    if (kind !== 'collections')
      void context.client.prefetchQuery(profileQueries.projects('user', id, deps, kind ? kindOf(kind)?.id : undefined))
    await context.client.ensureQueryData(profileQueries.user(id)).catch((error: unknown) => {
      if (ApiError.is(error, 404)) throw notFound({ data: t.userMissing })
      throw error
    })
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <UserScreen id={id} kind={kind === 'collections' ? kind : kind ? kindOf(kind)?.id : undefined} search={Route.useSearch()} />
}
