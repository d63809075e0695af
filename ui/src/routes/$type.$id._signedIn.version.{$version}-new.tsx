import { createFileRoute } from '@tanstack/react-router'
import { VersionEditor } from '@/features/manage/components/version/version-editor'
import { loadEditor } from '@/features/manage/load-editor'

export const Route = createFileRoute('/$type/$id/_signedIn/version/{$version}-new')({
  loader: ({ context, params }) => loadEditor(context.client, params.id),
  component: NewVersion,
})

function NewVersion() {
  const { id } = Route.useParams()
  return <VersionEditor id={id} />
}
