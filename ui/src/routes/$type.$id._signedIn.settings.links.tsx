import { createFileRoute } from '@tanstack/react-router'
import { LinksPage } from '@/features/manage/components/settings/links-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/links')({ component: Page })

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <LinksPage key={project.id} project={project} />}</SettingsFrame>
}
