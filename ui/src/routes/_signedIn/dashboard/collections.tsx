import { createFileRoute } from '@tanstack/react-router'
import { DashboardCollections } from '@/features/collection/components/dashboard-collections'
import { libraryQuery } from '@/lib/library'

export const Route = createFileRoute('/_signedIn/dashboard/collections')({
  // The page checks it: it is not part of what every page loads.
  validateSearch: (search: { create?: true }) => search,
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
      creating={String(create) === 'true'}
      onCreating={(open) => void navigate({ search: open ? { create: true } : {}, replace: !open })}
      onCreated={(id) => void navigate({ to: '/collection/$id/{-$projectType}', params: { id }, replace: true })}
    />
  )
}
