import { createFileRoute } from '@tanstack/react-router'
import { FlagsPage } from '@/features/site/components/flags-page'

export const Route = createFileRoute('/flags')({
  component: FlagsPage,
})
