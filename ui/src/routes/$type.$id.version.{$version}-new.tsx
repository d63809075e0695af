import { createFileRoute, redirect } from '@tanstack/react-router'
import { VersionEditor } from '@/features/manage/components/version/version-editor'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/version/{$version}-new')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: NewVersion,
})

function NewVersion() {
  const { id } = Route.useParams()
  return <VersionEditor id={id} />
}
