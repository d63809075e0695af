import { createFileRoute } from '@tanstack/react-router'
import { DescriptionPage } from '@/features/manage/components/settings/description-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/description')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <DescriptionPage key={project.id} project={project} />}</SettingsFrame>
}
