import { createFileRoute } from '@tanstack/react-router'
import { TagsPage } from '@/features/manage/components/settings/tags-page'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { tagQueries } from '@/lib/tags'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/tags')({
  loader: ({ context }) => void context.client.prefetchQuery(tagQueries.categories()),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <SettingsFrame id={id}>{(project) => <TagsPage key={project.id} project={project} />}</SettingsFrame>
}
