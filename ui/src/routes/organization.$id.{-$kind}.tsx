import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { OrganizationScreen } from '@/features/profiles/components/organization-screen'
import { parseListSearch, type ListSearch } from '@/features/profiles/model/list-search'
import { missing } from '@/lib/api/missing'
import { typeOfSegment } from '@/lib/content-types'
import { siteTitle, titleOfType, type Headed } from '@/lib/head'
import { missingKind, missingOrganization } from '@/lib/heads.gen'

export const Route = createFileRoute('/organization/$id/{-$kind}')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: ListSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id, kind }, deps }) => {
    if (kind && !typeOfSegment(kind)) throw notFound({ data: missingKind })
    void client.prefetchQuery(profileQueries.projects('organization', id, parseListSearch(deps), typeOfSegment(kind)?.id))
    const query = profileQueries.organization(id)
    await client.ensureQueryData(query).catch(missing(missingOrganization))
    const head = () => {
      const team = client.getQueryData(query.queryKey)
      return team && { title: titleOfType(typeOfSegment(kind)?.label, siteTitle(team.name)), description: team.description || undefined }
    }
    return { head } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <OrganizationScreen id={id} kind={typeOfSegment(kind)?.id} search={parseListSearch(Route.useSearch())} />
}
