import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { OrganizationScreen } from '@/features/profiles/components/organization-screen'
import { kindOf, parseListSearch } from '@/features/profiles/model/list-search'
import { ApiError } from '@/lib/api/errors'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/organization/$id/{-$kind}')({
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { id, kind }, deps }) => {
    if (kind && !kindOf(kind)) throw notFound({ data: t.kindMissing })
    void context.client.prefetchQuery(profileQueries.projects('organization', id, deps, kind ? kindOf(kind)?.id : undefined))
    await context.client.ensureQueryData(profileQueries.organization(id)).catch((error: unknown) => {
      if (ApiError.is(error, 404)) throw notFound({ data: t.organizationMissing })
      throw error
    })
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <OrganizationScreen id={id} kind={kind ? kindOf(kind)?.id : undefined} search={Route.useSearch()} />
}
