import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '@/features/wiki/components/review-screen'
import { wikiQueries } from '@/features/wiki/api'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/_signedIn/wikis/review/$draft')({
  loader: ({ context: { client }, params: { id: name, draft } }) =>
    beginInside(client, name, ({ id }) => {
      void client.prefetchQuery(wikiQueries.draft(id, draft))
      void client.prefetchQuery(wikiQueries.preview(id, draft))
    }),
  component: Page,
})

function Page() {
  const { id, draft } = Route.useParams()
  return <ReviewScreen key={draft} id={id} draft={draft} />
}
