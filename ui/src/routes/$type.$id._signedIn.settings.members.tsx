import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '@/features/manage/components/settings/members-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/members')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <MembersPage key={project.id} project={project} />}</SettingsFrame>
}
