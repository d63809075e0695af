import { createFileRoute } from '@tanstack/react-router'
import { VersionsScreen } from '@/features/project/components/versions-screen'
import { parseVersionSearch } from '@/features/project/model/version-search'

export const Route = createFileRoute('/$type/$id/versions')({ validateSearch: parseVersionSearch, component: Versions })

function Versions() {
  const { id } = Route.useParams()
  return <VersionsScreen id={id} search={Route.useSearch()} />
}
