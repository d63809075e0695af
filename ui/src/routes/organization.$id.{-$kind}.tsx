import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { OrganizationScreen } from '@/features/profiles/components/organization-screen'
import { kindOf, parseListSearch } from '@/features/profiles/model/list-search'
import { missing } from '@/lib/api/missing'
import { brandName } from '@/lib/brand'
import type { Headed } from '@/lib/head'
import { profileTitle } from '@/lib/heads.gen'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/organization/$id/{-$kind}')({
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id, kind }, deps }) => {
    if (kind && !kindOf(kind)) throw notFound({ data: t.kindMissing })
    void client.prefetchQuery(profileQueries.projects('organization', id, deps, kind ? kindOf(kind)?.id : undefined))
    const query = profileQueries.organization(id)
    await client.ensureQueryData(query).catch(missing(t.organizationMissing))
    const head = () => {
      const team = client.getQueryData(query.queryKey)
      return team && { title: profileTitle({ name: team.name, brand: brandName() }), description: team.description || undefined }
    }
    return { head } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <OrganizationScreen id={id} kind={kind ? kindOf(kind)?.id : undefined} search={Route.useSearch()} />
}
