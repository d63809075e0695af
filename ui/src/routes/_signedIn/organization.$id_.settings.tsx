import { createFileRoute, Outlet } from '@tanstack/react-router'
import { organizationQueries } from '@/features/organization/queries'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings')({
  loader: ({ context, params }) => void context.client.prefetchQuery(organizationQueries.one(params.id)),
  component: Outlet,
})
