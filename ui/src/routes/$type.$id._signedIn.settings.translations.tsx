import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { SettingsPage } from '@/features/translation'
import { sideOf, translationQueries } from '@/features/translation/api'
import { parseTranslations, type GivenTranslations } from '@/features/translation/search'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/translations')({
  validateSearch: (search: GivenTranslations) => search,
  loader: ({ context: { client }, location, params }) =>
    beginInside(client, params.id, (project) =>
      client.prefetchQuery(translationQueries.ofProject(project.id, sideOf(project), parseTranslations(location.search))),
    ),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = parseTranslations(Route.useSearch())
  return <SettingsFrame id={id}>{(project) => <SettingsPage key={project.id} project={project} search={search} />}</SettingsFrame>
}
