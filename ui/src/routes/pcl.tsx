import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'

export const Route = createFileRoute('/pcl')({ component: () => <OfferPage code="pcl" asked={false} /> })
