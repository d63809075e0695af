import { createFileRoute } from '@tanstack/react-router'
import { VersionEditor } from '@/features/manage/components/version/version-editor'

export const Route = createFileRoute('/$type/$id/_signedIn/version/$version_/edit')({
  component: EditVersion,
})

function EditVersion() {
  const { id, version } = Route.useParams()
  return <VersionEditor id={id} version={version} />
}
