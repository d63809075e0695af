import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedIn/moderation/')({
  beforeLoad: () => {
    throw redirect({ to: '/moderation/review', replace: true })
  },
})
