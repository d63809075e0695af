import { createFileRoute } from '@tanstack/react-router'
import { BoardPage } from '@/features/issues'
import { issueQueries } from '@/features/issues/api'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/issues')({
  loader: ({ context: { client }, params }) => beginInside(client, params.id, ({ id }) => client.prefetchQuery(issueQueries.board(id))),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <BoardPage key={project.id} project={project} />}</SettingsFrame>
}
