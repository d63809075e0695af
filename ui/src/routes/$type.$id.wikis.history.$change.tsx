import { createFileRoute } from '@tanstack/react-router'
import { ChangeScreen } from '@/features/wiki/components/change-screen'
import { wikiQueries } from '@/features/wiki/api'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/wikis/history/$change')({
  staticData: { noindex: true },
  loader: ({ context: { client }, params: { id: name, change } }) =>
    beginInside(client, name, ({ id }) => client.prefetchQuery(wikiQueries.change(id, change))),
  component: Page,
})

function Page() {
  const { id, change } = Route.useParams()
  return <ChangeScreen key={change} id={id} change={change} />
}
