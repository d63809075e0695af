import { createFileRoute } from '@tanstack/react-router'
import { DashboardCollections } from '@/features/collection/components/dashboard-collections'
import { libraryQuery } from '@/lib/library'

export const Route = createFileRoute('/_signedIn/dashboard/collections')({
  validateSearch: (search: Record<string, unknown>): { create?: true } =>
    search.create === true || search.create === 'true' ? { create: true } : {},
  loader: ({ context }) => {
    void context.client.prefetchQuery(libraryQuery(context.user.id))
  },
  component: Page,
})

function Page() {
  const { create } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DashboardCollections
      creating={create === true}
      onCreating={(open) => void navigate({ search: open ? { create: true } : {}, replace: !open })}
      onCreated={(id) => void navigate({ to: '/collection/$id/{-$projectType}', params: { id }, replace: true })}
    />
  )
}
