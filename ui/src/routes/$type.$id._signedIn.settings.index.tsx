import { createFileRoute } from '@tanstack/react-router'
import { GeneralPage } from '@/features/manage/components/settings/general-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <GeneralPage key={project.id} project={project} />}</SettingsFrame>
}
