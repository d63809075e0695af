import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { SettingsPage } from '@/features/translation'
import { parseTranslations, type GivenTranslations } from '@/features/translation/search'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/translations')({
  validateSearch: (search: GivenTranslations) => search,
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = parseTranslations(Route.useSearch())
  return <SettingsFrame id={id}>{(project) => <SettingsPage key={project.id} project={project} search={search} />}</SettingsFrame>
}
