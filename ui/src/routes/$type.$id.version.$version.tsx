import { createFileRoute } from '@tanstack/react-router'
import { VersionScreen } from '@/features/project/components/version-screen'

export const Route = createFileRoute('/$type/$id/version/$version')({ component: Version })

function Version() {
  const { id, version } = Route.useParams()
  return <VersionScreen id={id} version={version} />
}
