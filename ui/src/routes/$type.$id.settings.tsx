import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionQuery, signInPath } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/settings')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
  },
  component: Outlet,
})
