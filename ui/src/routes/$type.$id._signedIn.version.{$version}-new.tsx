import { createFileRoute } from '@tanstack/react-router'
import { VersionEditor } from '@/features/manage/components/version/version-editor'

export const Route = createFileRoute('/$type/$id/_signedIn/version/{$version}-new')({
  component: NewVersion,
})

function NewVersion() {
  const { id } = Route.useParams()
  return <VersionEditor id={id} />
}
