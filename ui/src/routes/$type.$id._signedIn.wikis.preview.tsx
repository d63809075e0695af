import { createFileRoute } from '@tanstack/react-router'
import { PreviewScreen } from '@/features/wiki/components/preview-screen'
import { wikiQueries } from '@/features/wiki/api'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/_signedIn/wikis/preview')({
  loader: ({ context: { client }, params }) => beginInside(client, params.id, ({ id }) => client.prefetchQuery(wikiQueries.wiki(id))),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <PreviewScreen id={id} />
}
