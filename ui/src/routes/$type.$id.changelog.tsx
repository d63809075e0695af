import { createFileRoute } from '@tanstack/react-router'
import { ChangelogScreen } from '@/features/project/components/changelog-screen'
import { parseVersionSearch } from '@/features/project/model/version-search'

export const Route = createFileRoute('/$type/$id/changelog')({ validateSearch: parseVersionSearch, component: Changelog })

function Changelog() {
  const { id } = Route.useParams()
  return <ChangelogScreen id={id} search={Route.useSearch()} />
}
