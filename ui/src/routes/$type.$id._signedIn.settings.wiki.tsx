import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { wikiQueries } from '@/features/wiki/api'
import { WikiSettingsPage } from '@/features/wiki/components/settings-page'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/wiki')({
  loader: ({ context: { client }, params }) =>
    beginInside(client, params.id, ({ id }) =>
      Promise.all([client.prefetchQuery(wikiQueries.settings(id)), client.prefetchQuery(wikiQueries.wiki(id))]),
    ),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <WikiSettingsPage key={project.id} project={project} />}</SettingsFrame>
}
