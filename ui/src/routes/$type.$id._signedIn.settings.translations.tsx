import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { SettingsPage } from '@/features/translation'
import { sideOf, translationQueries } from '@/features/translation/api'
import { parseTranslations, type GivenTranslations } from '@/features/translation/search'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/translations')({
  codeSplitGroupings: [['component', 'loader']],
  validateSearch: (search: GivenTranslations) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps, params }) =>
    beginInside(client, params.id, (project) =>
      client.prefetchQuery(translationQueries.ofProject(project.id, sideOf(project), parseTranslations(deps))),
    ),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = parseTranslations(Route.useSearch())
  return <SettingsFrame id={id}>{(project) => <SettingsPage key={project.id} project={project} search={search} />}</SettingsFrame>
}
