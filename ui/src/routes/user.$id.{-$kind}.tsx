import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { UserScreen } from '@/features/profiles/components/user-screen'
import { kindOf, parseListSearch } from '@/features/profiles/model/list-search'
import { missing } from '@/lib/api/missing'
import { brandName } from '@/lib/brand'
import type { Headed } from '@/lib/head'
import { profileTitle } from '@/lib/heads.gen'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/user/$id/{-$kind}')({
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id, kind }, deps }) => {
    if (kind && kind !== 'collections' && !kindOf(kind)) throw notFound({ data: t.kindMissing })
    if (kind !== 'collections') void client.prefetchQuery(profileQueries.projects('user', id, deps, kind ? kindOf(kind)?.id : undefined))
    const query = profileQueries.user(id)
    await client.ensureQueryData(query).catch(missing(t.userMissing))
    const head = () => {
      const user = client.getQueryData(query.queryKey)
      return user && { title: profileTitle({ name: user.username, brand: brandName() }), description: user.bio || undefined }
    }
    return { head } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <UserScreen id={id} kind={kind === 'collections' ? kind : kind ? kindOf(kind)?.id : undefined} search={Route.useSearch()} />
}
