import { createFileRoute } from '@tanstack/react-router'
import { EditorScreen } from '@/features/wiki/components/editor-screen'
import { wikiQueries } from '@/features/wiki/api'
import { parseEditSearch } from '@/features/wiki/search'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/_signedIn/wikis/edit')({
  validateSearch: parseEditSearch,
  loader: ({ context: { client }, params }) => beginInside(client, params.id, ({ id }) => client.prefetchQuery(wikiQueries.wiki(id))),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <EditorScreen id={id} search={Route.useSearch()} />
}
