import { createFileRoute } from '@tanstack/react-router'
import { StatusPage } from '@/features/status/components/status-page'
import { statusQuery } from '@/features/status/queries'

export const Route = createFileRoute('/status')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(statusQuery)
  },
  component: StatusPage,
})
