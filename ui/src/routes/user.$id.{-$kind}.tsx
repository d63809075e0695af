import { createFileRoute, notFound } from '@tanstack/react-router'
import { collectionQueries } from '@/features/collection/api/queries'
import { profileQueries } from '@/features/profiles/api/queries'
import { UserScreen } from '@/features/profiles/components/user-screen'
import { partOf } from '@/features/profiles/model/list'
import { parseListSearch, type ListSearch } from '@/features/profiles/model/list-search'
import { missing } from '@/lib/api/missing'
import { typeOfSegment } from '@/lib/content-types'
import { siteTitle, titleOfType, type Headed } from '@/lib/head'
import { missingKind, missingUser } from '@/lib/heads.gen'

export const Route = createFileRoute('/user/$id/{-$kind}')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: ListSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id, kind }, deps }) => {
    const part = partOf(kind)
    if (kind && !part && !typeOfSegment(kind)) throw notFound({ data: missingKind })
    if (!part) void client.prefetchQuery(profileQueries.projects('user', id, parseListSearch(deps), typeOfSegment(kind)?.id))
    const query = profileQueries.user(id)
    const user = await client.ensureQueryData(query).catch(missing(missingUser))
    if (part === 'collections') void client.prefetchQuery(collectionQueries.ofUser(user.id))
    const head = () => {
      const user = client.getQueryData(query.queryKey)
      return user && { title: titleOfType(typeOfSegment(kind)?.label, siteTitle(user.username)), description: user.bio || undefined }
    }
    return { head } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, kind } = Route.useParams()
  return <UserScreen id={id} kind={partOf(kind) ?? typeOfSegment(kind)?.id} search={parseListSearch(Route.useSearch())} />
}
