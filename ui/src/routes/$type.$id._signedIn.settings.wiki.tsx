import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { WikiSettingsPage } from '@/features/wiki/components/settings-page'
import { wikiQueries } from '@/features/wiki/api'
import { beginInside } from '@/lib/project-queries'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/wiki')({
  loader: ({ context: { client }, params }) =>
    beginInside(client, params.id, ({ id }) => {
      void client.prefetchQuery(wikiQueries.wiki(id))
      void client.prefetchQuery(wikiQueries.settings(id))
    }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <WikiSettingsPage key={project.id} project={project} />}</SettingsFrame>
}
