import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '@/features/manage/components/settings/members-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { teamQuery } from '@/features/manage/team-commands'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/members')({
  loader: ({ context: { client }, params }) => beginInside(client, params.id, ({ id }) => client.prefetchQuery(teamQuery(id))),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <MembersPage key={project.id} project={project} />}</SettingsFrame>
}
