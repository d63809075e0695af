import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { WikiSettingsPage } from '@/features/wiki/components/settings-page'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/wiki')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <WikiSettingsPage key={project.id} project={project} />}</SettingsFrame>
}
