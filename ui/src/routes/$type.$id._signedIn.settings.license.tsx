import { createFileRoute } from '@tanstack/react-router'
import { LicensePage } from '@/features/manage/components/settings/license-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { licensesQuery } from '@/features/manage/licenses-query'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/license')({
  loader: ({ context }) => void context.client.prefetchQuery(licensesQuery),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <LicensePage key={project.id} project={project} />}</SettingsFrame>
}
