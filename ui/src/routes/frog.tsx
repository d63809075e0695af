import { createFileRoute } from '@tanstack/react-router'
import { FrogPage } from '@/features/site/components/frog-page'

export const Route = createFileRoute('/frog')({ component: FrogPage })
