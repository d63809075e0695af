import { createFileRoute } from '@tanstack/react-router'
import { VersionEditor } from '@/features/manage/components/version/version-editor'
import { loadEditor } from '@/features/manage/load-editor'

export const Route = createFileRoute('/$type/$id/_signedIn/version/$version_/edit')({
  loader: ({ context, params }) => loadEditor(context.client, params.id, params.version),
  component: EditVersion,
})

function EditVersion() {
  const { id, version } = Route.useParams()
  return <VersionEditor id={id} version={version} />
}
