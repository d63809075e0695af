import { createFileRoute } from '@tanstack/react-router'
import { FrogPage } from '@/features/site/components/frog-page'
import { frogQuery } from '@/features/site/frog'

export const Route = createFileRoute('/frog')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(frogQuery)
  },
  component: FrogPage,
})
