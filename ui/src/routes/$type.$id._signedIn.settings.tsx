import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/$type/$id/_signedIn/settings')({
  component: Outlet,
})
